import { openTermSet, openTermTable } from "./terms-by-letter.ts"
import { toTerm } from "./term.ts"

/**
 * What people who do not write English call what skills are about, and the English words for it: German, French,
 * Spanish, Portuguese, Italian and Russian. Accents do not count. Words that are nearly the same in English and mean
 * the same (`test`, `servidor`) need no row unless they are written differently.
 */
const FOREIGN: readonly string[] = [
  "fehler fehlermeldung absturz erreur bogue plantage fallo falla errore erro ошибка ошибку ошибки сбой > bug error debug",
  "fehlschlagt fehlgeschlagen scheitert kaputt echoue echouent falla fallando fallan falhando fallisce сломался падает упал > failing debug",
  "behebe beheben repariere reparieren corrige corriger corrija arregla arreglar corregir conserta consertar correggi исправь исправить почини > fix",
  "tests testen prufen prueba pruebas teste testes prove тест тесты тестов > test",
  "zuerst d'abord primero primeiro prima сначала > first",
  "konflikt konflikte conflit conflits conflicto conflictos conflito conflitos conflitto конфликт конфликты > conflict merge",
  "zweig zweige branche branches rama ramas ramo ветка ветки ветку > branch",
  "zusammenfuhren fusionne fusionner fusionar fusiona unir juntar mesclar unisci слить объедини объединить > merge combine",
  "uberprufe uberprufung begutachte relecture revois relis revisa revision revisar revise revisao revisione ревью проверь > review",
  "tabelle tabellen tableau tableur tabla hoja planilha foglio tabella таблица таблицу таблицы > spreadsheet table excel",
  "folien prasentation vortrag diaporama diapositives presentacion diapositivas apresentacao slides presentazione презентация презентацию слайды > presentation slides pptx",
  "dokument dokumente dokumentation documento documentos documentacion documentacao documentazione документ документация документацию > document documentation",
  "datei dateien fichier fichiers archivo archivos fichero ficheros arquivo arquivos файл файлы файлов > file",
  "bild bilder foto fotos imagen imagenes imagem imagens immagine immagini картинка картинки изображение > image",
  "rechnung rechnungen facture factures factura facturas fatura faturas fattura fatture счет счета > invoice",
  "brief email e-mail courriel correo correos письмо письма > email",
  "bereitstellen bereitstellung ausliefern deploie deployer deploiement desplegar despliega despliegue implantar distribuisci разверни развернуть задеплой деплой > deploy deployment",
  "datenbank datenbanken donnees datos dados база базу базы данных > database",
  "abfrage abfragen requete requetes consulta consultas interrogazione запрос запросы запроса > query",
  "langsam langsamer lent lente lents lento lenta lentos slow медленно медленный медленная тормозит > slow performance",
  "schneller beschleunige beschleunigen optimiere optimieren accelere optimise optimiser acelera optimiza optimizar otimiza otimizar ottimizza ускорь ускорить оптимизируй > optimize performance",
  "sicherheit schwachstelle schwachstellen lucke lucken securite faille failles vulnerabilites seguridad vulnerabilidad vulnerabilidades seguranca sicurezza безопасность уязвимость уязвимости > security vulnerability",
  "passwort kennwort geheimnisse anmeldung motdepasse connexion contrasena inicio senha пароль пароли вход > password login authentication",
  "ausfall storung vorfall panne incident caida incidente queda guasto авария инцидент > outage incident",
  "bericht berichte rapport rapports informe informes relatorio relatorios rapporto отчет отчеты > report",
  "zusammenfassung zusammenfassen fasse resume resumer resumen resumir resumo riassunto riassumi резюме кратко > summary summarize",
  "ubersetze ubersetzen ubersetzung traduis traduire traduction traduce traducir traduccion traduzir traduz traduci перевод переведи > translate",
  "plane planen planung planifie planifier planifica planificar planeja planejar pianifica план спланируй > plan",
  "entwurf entwirf entwerfen conception concevoir diseno disenar disena projetar progetta дизайн спроектируй > design",
  "oberflache benutzeroberflache interfaz интерфейс > UI interface frontend",
  "seite webseite startseite pagina site paginas сайт страница страницу > page website",
  "barrierefrei barrierefreiheit accessibilite accesibilidad acessibilidade accessibilita доступность > accessibility",
  "umfrage kunden clients clientes cliente clienti клиенты клиент > customer",
  "preis preise prix precio precios preco precos prezzo prezzi цена цены > price pricing",
  "kosten couts costes costos custos costi расходы затраты > cost",
  "markt marche mercado mercato рынок рынка > market",
  "vertrag vertrage contrat contrato contratos contratto договор контракт > contract agreement",
  "datenschutz confidentialite privacidad privacidade персональных > privacy GDPR",
  "lebenslauf bewerbung curriculum curriculo candidature резюме > resume CV",
  "zahlung zahlungen bezahlung paiement paiements pago pagos pagamento pagamentos платеж платежи оплата > payment",
  "abhangigkeiten abhangigkeit dependances dependencias dipendenze зависимости > dependency",
  "umziehen umstellen migriere migrieren migrer migrar migra мигрировать миграция миграцию > migrate migration",
  "aktualisiere aktualisieren mets actualiza actualizar atualiza atualizar aggiorna обнови обновить > update upgrade",
  "baue bauen kompilieren compiler compilar compila сборка собери > build compile",
  "pruebame erklare erklaren explique expliquer explica explicar spiega объясни объяснить > explain",
  "protokoll protokolle journaux registros логи лог > log",
  "uberwachung uberwachen surveillance supervision monitoreo monitoramento monitoraggio мониторинг > monitoring",
  "besprechung sitzung reunion reuniones reuniao riunione встреча встречи совещание > meeting",
  "werbung anzeige anzeigen publicite publicidad publicidade anuncio anuncios pubblicita реклама рекламу > ad advertising",
  "aufraumen aufraume nettoyer nettoie range limpiar limpia organizar organiza ordena arrumar riordina убери почисти > clean organize",
  "umwandeln konvertiere konvertieren convertis convertir convertir convierte converter converta converti конвертируй преобразуй > convert",
  "herunterladen lade telecharge telecharger descarga descargar baixar baixe scarica скачай скачать > download",
  "fahigkeit competence habilidad habilidade навык навыки скилл > SKILL.md",
  "diagramm schaubild diagramme diagrama диаграмма диаграмму схема схему > diagram",
  "architektur arquitectura arquitetura architettura архитектура архитектуру > architecture",
  "verschlusselung chiffrement cifrado criptografia crittografia шифрование > encryption",
  "speicher speicherleck memoire memoria память памяти утечка > memory",
  "warteschlange faille cola fila coda очередь > queue",
  "freigabe veroffentlichen publier publie publicar publica pubblica опубликуй релиз > publish release",
]

/** The frequent words of these languages that say nothing about a subject. */
const FILLERS = `der das den dem des ein eine einen einem einer und oder nicht ist sind bitte mir mich mein meine meinen dir wir
  ihr uns unser unsere unseren unserer diese dieser dieses diesen zwei aus fur nach uber unter von zu zum zur
  zusammen schreib schreibe mach mache machen kannst konntest soll sollen wie warum wo gestern heute auch noch mal
  le la les un une et ou ne pas est sont mon ton ta tes notre nos votre vos ce cet cette ces trop tres avec dans sur
  sous par moi nous vous ecris ecrire fais faire peux puis donc ensuite hier aujourd'hui deux qui que quoi comment
  l'est s'il plait merci el los las una unos unas es esta estan mi mis tu tus nuestro nuestra nuestros este estos
  estas muy para sin sobre por mas haz hacer crea crear escribe escribir puedes ayuda ayudame favor como cual
  gracias del al dos se um uma umas os meu minha meus nosso nossa isso essa estao muito sem em na nas pelo pela faz
  fazer cria criar escreve escrever pode ajuda voce obrigado dois duas il lo gli uno sono mio mia nostro nostra
  de con en desde bien nuevo nueva hecho hecha lo su sus ya cuando donde cada todo todos pero hay tiene tengo quiero hace
  du veux quand mais elle ils tout tous toutes pourquoi j'ai com da nova novo tem mais quero quando onde cada tudo
  vom beim zwischen wird wurde werden haben sie auf mit wenn dass aber nur alle viel jetzt hier muss kann habe ich
  welche welcher jede jeder jedes gerade questo questa molto senza nel nella dei delle fai fare scrivi aiutami puoi due grazie и или не в на с по для из к
  от у о это этот эта эти мой моя мои наш наша наши нашего нашей нашу мне нам пожалуйста сделай создай напиши помоги
  можешь как что почему где очень слишком вчера сегодня два две все`

/** Letters as `scanWords` passes them on: without the marks that Russian has on two of them. */
const toPlain = (words: string) => words.replaceAll("й", "и").replaceAll("ё", "е")
const rows = FOREIGN.map((row) => row.split(" > ")).map(
  ([words = "", english = ""]) => [toPlain(words), english] as const,
)
const translate = openTermTable(rows)
const isFiller = openTermSet(toPlain(FILLERS))

/** Scripts without spaces between words: what is written, and the English words for it. */
const CHINESE: readonly (readonly [written: RegExp, english: string])[] = [
  [/部署|发布|デプロイ|배포/g, "deploy deployment"],
  [/表格|电子表|試算表|スプレッドシート|엑셀/g, "spreadsheet excel"],
  [/幻灯片|演示文稿|簡報|スライド|프레젠테이션/g, "presentation slides pptx"],
  [/文档|文件|文書|ドキュメント|문서/g, "document"],
  [/测试|測試|テスト|테스트/g, "test"],
  [/调试|錯誤|错误|报错|バグ|エラー|오류|버그|디버그/g, "bug error debug"],
  [/代码审查|审查代码|评审|レビュー|리뷰/g, "review"],
  [/冲突|衝突|コンフリクト|충돌/g, "conflict merge"],
  [/合并|合併|マージ|병합/g, "merge"],
  [/分支|ブランチ|브랜치/g, "branch"],
  [/数据库|資料庫|データベース|데이터베이스/g, "database"],
  [/查询|クエリ|쿼리/g, "query"],
  [/优化|性能|最適化|최적화|성능/g, "optimize performance"],
  [/安全|漏洞|セキュリティ|脆弱性|보안|취약점/g, "security vulnerability"],
  [/翻译|翻譯|翻訳|번역/g, "translate"],
  [/总结|摘要|要約|요약/g, "summary summarize"],
  [/图片|圖片|画像|이미지/g, "image"],
  [/视频|影片|動画|동영상/g, "video"],
  [/邮件|郵件|メール|이메일/g, "email"],
  [/设计|設計|デザイン|디자인/g, "design"],
  [/计划|計劃|計画|계획/g, "plan"],
  [/支付|決済|결제/g, "payment"],
  [/发票|請求書|청구서/g, "invoice"],
  [/简历|履歴書|이력서/g, "resume CV"],
  [/重构|リファクタ|리팩터링|리팩토링/g, "refactor"],
  [/迁移|移行|마이그레이션/g, "migrate migration"],
  [/图表|グラフ|차트/g, "chart"],
]

/** A word of another language, as the terms of English ones; none if it is not known. */
export function translateTerm(term: string): readonly string[] {
  return translate(term).flatMap((english) => english.split(" ").map(toTerm))
}

export interface Translated {
  readonly term: string
  readonly from: number
  readonly to: number
}

/** The known words of a request in a script without spaces. */
export function translatePieces(request: string): readonly Translated[] {
  if (!/[^\0-\u02ff]/.test(request)) return []
  return CHINESE.flatMap(([written, english]) =>
    [...request.matchAll(written)].flatMap(({ index, 0: piece }) =>
      english.split(" ").map((word) => ({ term: toTerm(word), from: index, to: index + piece.length })),
    ),
  )
}

/** At least this many words of a request must be of another language before it counts as written in one. */
const LEAST_FOREIGN = 2

/**
 * Whether a request is written in another language than skills usually are: then a word that no skill has says nothing
 * about whether a skill fits.
 */
export function isForeign(request: string, read: readonly { readonly term: string }[]): boolean {
  if (OTHER_SCRIPT.test(request)) return true
  if (!hasFiller(request)) return false
  const terms = read.map(({ term }) => term)
  const foreign = terms.filter((term) => isFiller(term) || translate(term).length > 0)
  return foreign.some(isFiller) && foreign.length >= LEAST_FOREIGN && foreign.length * 3 >= terms.length
}

const fillers: ReadonlySet<string> = new Set(FILLERS.split(/\s+/))

/** Most requests are English, and have none as written: then no table is read. */
function hasFiller(request: string): boolean {
  const words = request
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .match(/[a-z']+/g)
  return words?.some((word) => fillers.has(word)) ?? false
}

const OTHER_SCRIPT = /[\u0400-\u04ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/

/** Whether a word of a request in another language says nothing. */
export function isForeignFiller(term: string): boolean {
  return isFiller(term)
}
