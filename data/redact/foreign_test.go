package redact

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// assigned are the ways in which people write a value behind a name.
var assigned = []string{"%s: %s", "%s:%s", "%s : %s", "%s = %s", "%s=%s", "%s：%s", "%s＝%s", `"%s": "%s"`, `{"%s":"%s"}`, "- **%s:** `%s`", "%s — %s", "「%s」：%s", "%s：“%s”", "> %s: %s\n> и далее"}

func TestNamesInOtherLanguagesHideTheirValue(t *testing.T) {
	ascii := []string{"Passwort", "Kennwort", "senha", "Senha", "wachtwoord", "heslo", "salasana", "passord", "lozinka", "haslo", "contrasenya", "CONTRASENA"}
	for _, list := range [][]string{foreignPasswords, foreignTokens, foreignKeys, ascii} {
		for _, w := range list {
			for _, form := range assigned {
				for _, word := range []string{w, title(w), strings.ToUpper(w)} {
					text := fmt.Sprintf(form, word, "Tr0ub4dor+3")
					if out, spans := (Redactor{}).Redact(text); strings.Contains(out, "ub4dor") || len(spans) != 1 {
						t.Errorf("%q -> %q", text, out)
					}
					check(t, text)
				}
			}
		}
	}
}

func TestSentencesThatTellASecretLoseIt(t *testing.T) {
	for _, text := range []string{
		"密码是Tr0ub4dor+3", "密碼為 Tr0ub4dor+3", "我的密码是 Tr0ub4dor+3，谢谢", "パスワードはTr0ub4dor+3です", "비밀번호는 Tr0ub4dor+3 입니다", "Das Passwort lautet Tr0ub4dor+3.", "Passwort ist Tr0ub4dor+3",
		"La contraseña es Tr0ub4dor+3", "Le mot de passe est Tr0ub4dor+3", "A senha é Tr0ub4dor+3", "La parola d'ordine è Tr0ub4dor+3", "Hasło jest Tr0ub4dor+3", "Пароль — Tr0ub4dor+3", "Пароль от почты: Tr0ub4dor+3",
		"паролем: Tr0ub4dor+3", "Mật khẩu là Tr0ub4dor+3", "รหัสผ่านคือTr0ub4dor+3", "كلمة المرور هي Tr0ub4dor+3", "пароль: кошка7", "密码：123456", "пароль: солнышко",
	} {
		if out, _ := (Redactor{}).Redact(text); strings.Contains(out, "ub4dor") || out == text {
			t.Errorf("%q -> %q", text, out)
		}
		check(t, text)
	}
}

func TestProseWithSuchNamesStays(t *testing.T) {
	for _, text := range []string{
		"Забыли пароль? Нажмите сюда", "Пароль должен содержать не менее восьми символов.", "Пароль: не менее восьми символов", "Токен: он обновляется каждый день", "Пароль: обязательно",
		"密码是必填项", "密码：请联系管理员", "密码长度至少8位", "令牌会在每次登录后刷新。", "密钥是用来签名的", "密碼必須包含數字", "パスワードは必須です。", "パスワードは8文字以上", "トークンは毎日更新されます", "비밀번호는 필수입니다", "비밀번호를 잊으셨나요?",
		"La clave: entender el problema.", "La clave es entender el problema", "Contraseña: mínimo ocho caracteres", "¿Olvidó su contraseña?", "Das Passwort ist erforderlich.", "Passwort: mindestens acht Zeichen", "Passwort vergessen",
		"Le mot de passe est obligatoire.", "Mot de passe : au moins huit caractères", "A senha é obrigatória", "Hasło: wymagane", "Hasło musi mieć osiem znaków", "Şifre: zorunlu", "Şifreyi değiştirin", "Mật khẩu: bắt buộc phải có", "รหัสผ่านต้องมีแปดตัว",
		"كلمة المرور: مطلوبة", "كلمة المرور يجب أن تكون قوية", "סיסמה: חובה", "parola chiave del progetto", "une parole donnée", "passera demain", "Der Schlüssel liegt da",
	} {
		if out, spans := (Redactor{}).Redact(text); out != text || len(spans) > 0 {
			t.Errorf("%q became %q", text, out)
		}
	}
}

func TestNoNameIsListedTwice(t *testing.T) {
	all := slices.Concat(foreignPasswords, foreignTokens, foreignKeys, keyWords)
	slices.Sort(all)
	if n := len(slices.Compact(slices.Clone(all))); n != len(all) {
		t.Errorf("%d of %d names are there twice", len(all)-n, len(all))
	}
}
