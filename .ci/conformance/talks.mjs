// The conversations that a real OpenClaw is made to hold: many scripts, code, long texts, tools, rewinds, resets and forks, so that the
// recorded queries have something to find and to miss. Everything in them is invented; no key, token or password was ever valid.
//
// A talk is {key, acts, files, group, also}: files lie in the workspace, also are further rules of the model. An act is {say, answer,
// think, image}, where answer is a text or the steps of the model, or {command}, {reset}, {rewind}, {fork}, {compact}, {archive}, {remove};
// rewind and fork go to before the last thing said.

/** bare takes the signs out that keep scanners from taking the secrets for real ones. */
export const bare = (text) => text.replaceAll("¦", "");

const rep = (text, times) => Array.from({ length: times }, (_, n) => text.replaceAll("#", String(n + 1))).join(" ");
const lorem = "The maintenance crew checked valve # and wrote the reading into the ledger before lunch.";
export const pemLines = Array.from({ length: 12 }, (_, n) => ("FAKEfakeFIXTUREkeyLINE" + String.fromCharCode(65 + n)).repeat(3).slice(0, 64));

export const secrets = {
  openai: "sk-¦fixtureFAKE0123456789abcdefABCDEF0123456789",
  openaiProj: "sk-¦proj-FAKEfixture_0123456789-abcdefghijklmnop",
  ghp: "ghp¦_FAKEfixtureFAKEfixture0123456789ABCD",
  ghpat: "github¦_pat_11FAKEFIXTURE0_abcdefghijklmnopqrstuvwxyz0123456789",
  aws: "AKIA¦FAKEFIXTURE12345",
  awsSecret: "fakeFIXTURE¦/secret+KEY0123456789abcdefghij",
  slack: "xoxb¦-000000000000-FAKEfixture-abcdefghijklmnop",
  google: "AIza¦FAKEfixture0123456789abcdefghijklmnopq",
  npm: "npm¦_FAKEfixture0123456789abcdefghijklmnop",
  bearer: "FAKEbearer¦TOKEN0123456789abcdefghijklmnop",
  telegram: "1234567890¦:FAKEfixtureAAAbbbCCCdddEEEfffGGGhhh",
  pem: `-----BEGIN RSA ¦PRIVATE KEY-----\n${pemLines.join("\n")}\n-----END RSA ¦PRIVATE KEY-----`,
  jwt: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9¦.eyJzdWIiOiJmaXh0dXJlLW9ubHkiLCJuYW1lIjoiTm90IFJlYWwifQ¦.ZmFrZXNpZ25hdHVyZWZvcmZpeHR1cmVzb25seTEyMzQ1",
};

const talks = [
  // ---- agent main
  { key: "agent:main:main", acts: [
    { say: "Good morning, what does a zebra eat?", answer: "A zebra mostly eats grass. The ZEBRA also likes leaves.", think: "quokkathought appears only in hidden reasoning" },
    { say: "And where does the kiwi bird live?", answer: "The kiwi lives in New Zealand. A kiwi is a flightless bird, and one kiwi may weigh three kilos." },
    { say: "The quick brown fox jumps over the lazy dog.", answer: "A fox that is brown and quick is still a fox." },
    { say: "Remember: the zanzibar invoice is due on 2026-03-14 and costs 1,000.50 EUR, order number 42.", answer: "Noted: zanzibar invoice, 1,000.50 EUR, order 42, due 2026-03-14." }] },
  { key: "agent:main:es", acts: [
    { say: "¿Cuál es la canción más triste del corazón de España?", answer: "La canción se titula «El pingüino y el ñandú»; suena en Cádiz cada mañana." },
    { say: "Búsqueda de sesión: ¿dónde dejé la contraseña del camión?", answer: "No guardo contraseñas. La búsqueda sólo mira el texto de las sesiones; mañana habrá más acción." },
    { say: "cancion sin acento, por favor", answer: "Cancion sin acento también debe aparecer." }] },
  { key: "agent:main:de", acts: [
    { say: "Wie schreibt man Straße in der Schweiz?", answer: "In der Schweiz schreibt man Strasse. Die Größe der Übung ist für Müller schön." },
    { say: "Erkläre die Donaudampfschifffahrtsgesellschaft in einem Satz.", answer: "Die Donaudampfschifffahrtsgesellschaft war eine Reederei auf der Donau; ihre Fußgänger grüßten höflich." }] },
  { key: "agent:main:fr", acts: [
    { say: "Un café crème pour le garçon naïf, s'il te plaît.", answer: "Voilà un café crème. L'œuvre de l'été est naïve, ça va de soi." },
    { say: "Où est le château de ma sœur aînée ?", answer: "Le château est près de la forêt, à côté de l'église." }] },
  { key: "agent:main:cjk", acts: [
    { say: "请帮我计划数据库迁移，谢谢。", answer: "好的，数据库迁移分三步：备份、导入、验证。使用SQLite数据库最简单。" },
    { say: "東京タワーの高さは何メートルですか？", answer: "東京タワーの高さは333メートルです。カタカナとひらがなのテストです。" },
    { say: "데이터베이스를 백업하는 방법을 알려 주세요", answer: "먼저 데이터베이스를 잠그고 파일을 복사합니다. 서울에서 인사드립니다." }] },
  { key: "agent:main:scripts", acts: [
    { say: "Привет, где стоит ёлка? Ещё раз: елка.", answer: "Ёлка стоит в Москве. Йогурт в холодильнике." },
    { say: "Καλημέρα, τι σημαίνει Ωμέγα;", answer: "Το Ωμέγα είναι το τελευταίο γράμμα." },
    { say: "مرحبا، أين المكتبة؟ שלום עולם", answer: "المكتبة قريبة. नमस्ते दुनिया. สวัสดีชาวโลก." },
    { say: "İstanbul'da Iğdır ılık mı? Full width: ＡＢＣ１２３", answer: "İstanbul ılık, Iğdır soğuk. ﬁne ligature and ½ fraction, x² squared." }] },
  { key: "agent:main:emoji", acts: [
    { say: "Lobster emoji 🦞 and a coder 👩‍💻 walk into a bar 🍺🍺", answer: "Haha 😂 the lobster 🦞 says hola ❤️ and waves 🇪🇸 👋🏽." },
    { say: "Decomposed cafe\u0301 resume\u0301 versus composed résumé", answer: "Both re\u0301sume\u0301 forms and the zero\u200bwidth space arrived. Also soft\u00adhyphen and non\u00a0breaking." }] },
  { key: "agent:main:code", acts: [
    { say: "Fix this:\n```go\nfunc main() {\n\tfmt.Println(\"hello gopherword\")\n\tx := foo_bar(3.14)\n}\n```\nSee https://example.com/path/to?x=1&y=two#frag and /home/user/project/main.go", answer: "Use `foo_bar(3.14)` like this:\n\n```python\ndef foo_bar(value):\n    return value * 2  # C++ and node.js are not needed\n```\nAlso check C:\\Users\\ana\\notes.txt and user.name+tag@example.org." },
    { say: "SELECT * FROM t WHERE a = 'b' AND c NOT IN (1,2) OR d NEAR(e); -- drop table?", answer: "AND, OR and NOT are keywords; NEAR(e) is not SQL. text:kiwi ^caret star* \"quoted words\" it's e-mail re-run v1.2.3-beta.4" }] },
  { key: "agent:main:long", acts: [
    { say: "startneedle " + rep(lorem, 140) + " middleneedle " + rep(lorem, 140) + " endneedle", answer: "Long message received: " + rep("Paragraph # repeats the harvest report for field number #.", 420) + " assistanttailneedle" },
    { say: "A single very long token follows: " + "longtoken" + "x".repeat(700) + " aftertoken", answer: "Words of long length: " + Array.from({ length: 60 }, (_, i) => "extraordinarilylengthyword" + String(i).padStart(3, "0")).join(" ") }] },
  { key: "agent:main:secrets", acts: [
    { say: `My openaisecretmark key is ${secrets.openai} please keep it`, answer: `I see openaisecretmark ${secrets.openai} and also ${secrets.openaiProj} in your message.` },
    { say: `githubsecretmark token ${secrets.ghp} and fine grained ${secrets.ghpat}`, answer: "githubsecretmark noted." },
    { say: `awssecretmark AWS_ACCESS_KEY_ID=${secrets.aws}\nAWS_SECRET_ACCESS_KEY=${secrets.awsSecret}`, answer: `awssecretmark: key id ${secrets.aws} saved nowhere.` },
    { say: `curl -H "Authorization: Bearer ${secrets.bearer}" https://api.example.com # bearersecretmark`, answer: `bearersecretmark answered with Authorization: Bearer ${secrets.bearer}` },
    { say: `pemsecretmark before the key\n${secrets.pem}\nand after the key pemaftermark`, answer: "pemsecretmark understood" },
    { say: `jwtsecretmark ${secrets.jwt} end`, answer: "jwtsecretmark understood" },
    { say: "urlsecretmark postgres://admin:hunter2¦fixture@db.example.com:5432/app and https://bob:passw0rd¦FIXTURE@example.com/x?token=FAKE¦querytoken0123456789&api_key=FAKE¦apikey9876543210", answer: "urlsecretmark understood" },
    { say: "envsecretmark\nDATABASE_PASSWORD=hunter2¦fixture\nSTRIPE_SECRET_KEY=sk_¦live_FAKEfixture0123456789abcd\nAPI_TOKEN=\"FAKE¦apitoken0123456789\"\nexport SECRET_KEY='FAKE¦secretkey0123456789'\n{\"password\":\"json¦FAKEpassword1\",\"apiKey\":\"FAKE¦jsonApiKey0123456789\"}", answer: "envsecretmark understood, password: hunter2¦fixture is weak" },
    { say: `chatsecretmark slack ${secrets.slack} google ${secrets.google} npm ${secrets.npm} telegram ${secrets.telegram}`, answer: "chatsecretmark understood" },
    { say: "harmlessmark: my phone is 555-0100, mail ana@example.org, uuid 123e4567-e89b-12d3-a456-426614174000, sha 0123456789abcdef0123456789abcdef01234567", answer: "harmlessmark understood" },
    { say: "farpem " + rep("filler word # again", 30) + "\n" + secrets.pem + "\nfarpemtail", answer: "farpem understood" }] },
  { key: "agent:main:tools", files: { "note.txt": "The secret word is platypusfact and it lives only in a tool result.\n" }, acts: [
    { say: "Please read the file note with the tool.", answer: [{ think: "hiddenwombat reasoning", text: "Let me open the toolnote file.", toolCalls: [{ name: "read", args: { path: "note.txt" } }] }, { text: "I have read the toolnote file." }] },
    { say: "Run the echo command for me.", answer: [{ text: "", toolCalls: [{ name: "exec", args: { command: "echo echidnaoutput" } }] }, { text: "The command printed something about an animal." }] },
    { say: "Search my earlier sessions for the striped animal.", answer: [{ text: "", toolCalls: [{ name: "sessions_search", args: { query: "zebra", limit: 5 } }] }, { text: "I searched the earlier sessions." }] },
    { say: "Show history of my main session.", answer: [{ text: "", toolCalls: [{ name: "sessions_history", args: { sessionKey: "main", limit: 2 } }] }, { text: "That was the main history." }] } ] },
  { key: "agent:main:image", acts: [{ say: "What is in this picture called pixelimage?", image: true, answer: "A tiny red square, nothing else; pixelimage answered." },
    { say: "Thanks for the picture.", answer: "You are welcome." }] },
  { key: "agent:main:resetme", acts: [
    { say: "beforeresetword one: plan the garden", answer: "beforeresetword answer about the garden" },
    { command: "/new" },
    { say: "afternewword two: plan the kitchen", answer: "afternewword answer about the kitchen" },
    { reset: true },
    { say: "afterresetword three: plan the attic", answer: "afterresetword answer about the attic" }] },
  { key: "agent:main:rewound", acts: [
    { say: "keptword first question", answer: "keptword first answer" },
    { say: "abandonedword second question", answer: "abandonedword second answer" },
    { rewind: true }, { say: "replacementword new second question", answer: "replacementword new second answer" }] },
  { key: "agent:main:forksrc", acts: [
    { say: "forksharedword question one", answer: "forksharedword answer one" },
    { say: "forksourceonly question two", answer: "forksourceonly answer two" },
    { fork: true }] },
  { key: "agent:main:compact", acts: [
    { say: "compactoldword question one " + rep("talks about topic #.", 40), answer: "compactoldword answer one " + rep("detail #.", 60) },
    { say: "compactoldword question two " + rep("talks about matter #.", 40), answer: "compactoldword answer two " + rep("aspect #.", 60) },
    { say: "compactoldword question three", answer: "compactoldword answer three" },
    { compact: true }, { say: "postcompactword question", answer: "postcompactword answer" }] },
  { key: "agent:main:parent", acts: [
    { say: "Spawn a helper for the parentword job.", answer: [{ text: "I will start a helper.", toolCalls: [{ name: "sessions_spawn", args: { task: "childtaskword: count the kiwi fruit in the basket", label: "kiwi counter", cleanup: "keep" } }] }, { text: "Helper started for the parentword job." }] } ],
    also: [{ match: "childtaskword", steps: [{ text: "childresultword: there are seven kiwi in the basket." }] }] },
  { key: "agent:main:todelete", acts: [{ say: "deletedword question kiwi", answer: "deletedword answer kiwi" },
    { remove: true }] },
  { key: "agent:main:toarchive", acts: [{ say: "archivedword question kiwi", answer: "archivedword answer kiwi" } , { archive: true }] },
  { key: "agent:main:discord:group:987654", group: true, acts: [{ say: "groupword question about kiwi in the group", answer: "groupword answer" }] },
  { key: "agent:main:telegram:direct:12345", acts: [{ say: "directword question from a direct chat", answer: "directword answer" }] },
  { key: "agent:main:ranking-a", acts: [{ say: "papaya", answer: "papaya papaya papaya" },
    { say: "papaya " + rep("filler #", 50), answer: rep("long text # without fruit", 40) + " papaya" }] },
  { key: "agent:main:ranking-b", acts: [{ say: "papaya and mango", answer: "mango then papaya" },
    { say: "same tie text", answer: "same tie text" }] },
  { key: "agent:main:mango", acts: Array.from({ length: 14 }, (_, i) => ({ say: `mango question number ${i + 1} tail${i + 1}`, answer: `mango answer number ${i + 1}` })) },
  { key: "agent:main:dirty", acts: [
    { say: "dirtykeptword one", answer: "dirtykeptword answer" },
    { say: "dirtyabandonedword two", answer: "dirtyabandonedword answer" },
    { rewind: true }] },
  // ---- agent work
  { key: "agent:work:main", acts: [{ say: "The budget for kiwi imports is 42 boxes.", answer: "The kiwi budget is noted for the work agent: 42 boxes." }] },
  { key: "agent:work:invoices", acts: [{ say: "Invoice zanzibar again from work", answer: "Work found one zanzibar invoice" },
    { say: "Send it to the tax office", answer: "Prepared a draft for the tax office" }] },
  { key: "agent:work:meeting", acts: [{ say: "Meeting notes: Ana, Björn and Zoë met at 9:30", answer: "Summary for Ana, Björn and Zoë stored" }] },
  { key: "agent:work:travel", acts: [{ say: "Book a train to Zürich Hauptbahnhof", answer: "The train to Zürich leaves at 07:05" }] },
  { key: "agent:work:hr", acts: [{ say: "vacation days left?", answer: "You have 12 vacation days" }] },
  { key: "agent:work:deploy", acts: [{ say: "deploy v1.2.3-beta.4 to staging", answer: "Deployed v1.2.3-beta.4 to staging" }] },
  // ---- agent research
  { key: "agent:research:main", acts: [{ say: "Summarise the kiwi genome paper", answer: "The kiwi genome paper describes a nocturnal bird" }] },
  { key: "agent:research:notes", acts: [{ say: "Note on Schrödinger and Poincaré", answer: "Schrödinger wrote in 1926; Poincaré in 1904" }] },
  { key: "agent:research:papers", acts: [{ say: "Find papers about full text search with bm25 ranking", answer: "bm25 ranking is described by Robertson" }] },
  { key: "agent:research:draft", acts: [{ say: "Draft abstract on tokenization of 中文 text", answer: "Abstract: tokenization of 中文 text differs from English" }] },
];

const act = (a) => {
  if (a.say === undefined) return a;
  const steps = typeof a.answer === "string" ? [{ text: bare(a.answer), reasoning: a.think }] : a.answer.map(({ think, ...s }) => ({ ...s, reasoning: think }));
  return { ...a, say: bare(a.say), steps };
};

export default talks.map((t) => ({ ...t, acts: t.acts.map(act) }));
