package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// foreignPasswords, foreignTokens and foreignKeys name secrets in languages other than English, in small letters; endings may
// follow. Those in ASCII alone are in lastWords. The lists are our own.
var (
	foreignPasswords = []string{
		"contraseña", "clave de acceso", "mot de passe", "mots de passe", "palavra-passe", "parola d'ordine", "parolă", "hasło",
		"lösenord", "jelszó", "şifre", "kata sandi", "salasõna",
		"slaptažodis", "lykilorð", "mật khẩu", "mật mã", "парол", "кодовое слово", "код доступа", "гасло", "лозинка", "κωδικός", "κωδικού",
		"συνθηματικό", "סיסמה", "סיסמא", "סיסמת",
		"كلمة المرور", "كلمة مرور", "كلمة السر", "كلمه السر", "الرمز السري", "رمز عبور", "گذرواژه", "پاس ورڈ", "पासवर्ड", "कूटशब्द",
		"পাসওয়ার্ড", "கடவுச்சொல்", "รหัสผ่าน", "รหัสลับ",
		"密码", "密碼", "口令", "通行码", "通行碼", "パスワード", "ﾊﾟｽﾜｰﾄﾞ", "パスコード", "パスフレーズ", "合言葉", "暗証番号", "비밀번호", "비밀 번호", "패스워드", "암호",
	}
	foreignTokens = []string{"токен", "令牌", "トークン", "토큰", "توكن", "טוקן", "โทเค็น"}
	foreignKeys   = []string{
		"секрет", "ключ доступа", "api-ключ", "clé api", "clé secrète", "wlan-schlüssel", "netzwerkschlüssel", "api-schlüssel", "密钥", "密鑰", "私钥", "私鑰", "金鑰", "授权码", "授權碼", "秘密鍵", "シークレット",
		"アクセスキー", "apiキー", "api キー", "시크릿", "مفتاح سري",
	}
)

// foreignKinds tells for each literal of those lists what kind of secret it names.
var foreignKinds = makeForeignKinds()

func makeForeignKinds() map[string]string {
	kinds := map[string]string{}
	for kind, list := range map[string][]string{KindPassword: foreignPasswords, KindToken: foreignTokens, KindKey: foreignKeys} {
		for _, w := range list {
			for _, form := range [...]string{w, title(w), strings.ToUpper(w)} {
				kinds[foldASCII(form)] = kind
			}
		}
	}
	return kinds
}

// title gives w with a capital first letter.
func title(w string) string {
	r, size := utf8.DecodeRuneInString(w)
	return string(unicode.ToUpper(r)) + w[size:]
}

// copulas are the words and signs for "is" between a name and its value. What stands behind one must not look like a word, since a
// sentence goes on like that.
var copulas = [...]string{
	"就是", "是", "为", "為", "は", "는", "은", "—", "–", "ist ", "lautet ", "es ", "est ", "è ", "é ", "är ", "jest ", "adalah ", "là ", "это ",
	"هي ", "היא ", "คือ",
}

// copula reads one of them at p, where rest begins.
func (s *scan) copula(rest string, p int) (separator, bool) {
	for _, c := range copulas {
		if strings.HasPrefix(rest, c) {
			return separator{sepTable, s.skipSign(p + len(c))}, true
		}
	}
	return separator{}, false
}

// purposeReach is how far behind a name a colon may stand, as in "Пароль от почты: ...".
const purposeReach = 40

// laterColon reads a colon behind a few words that say what a password is for.
func (s *scan) laterColon(p int) (separator, bool) {
	if p >= len(s.text) || s.text[p] != ' ' {
		return separator{}, false
	}
	words := s.text[p:min(len(s.text), p+purposeReach)]
	n := strings.IndexAny(words, ":.,;!?\n\"'`()")
	if n < 0 || words[n] != ':' {
		return separator{}, false
	}
	return separator{sepTable, s.skipSign(p + n + 1)}, true
}

// foreignStops are words that stand in the place of a value in those languages.
var foreignStops = words("requerido requerida obligatorio obligatoria olvidada necesaria opcional incorrecta erforderlich notwendig vergessen " +
	"falsch optional obligatoire requis oublié facultatif obrigatório obrigatória esquecida obbligatoria richiesta " +
	"dimenticata wymagane zapomniane verplicht vergeten zorunlu gerekli povinné kötelező påkrevd bắt обязательно обязателен " +
	"обязательна нужен нужна неверный забыт отсутствует обов'язково required مطلوب مطلوبة חובה נדרש จำเป็น आवश्यक")
