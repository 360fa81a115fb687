import { Problem } from "#kit/problem.ts";
import { formatText, type Text } from "#kit/text.ts";

const texts = {
  broken: {
    zh: "文件已损坏，请用 Excel 打开后另存为 .xlsx 文件再试",
    en: "This file is damaged. Open it in Excel, save it as .xlsx and try again.",
  },
  kind: { zh: "请选择 .xlsx 或 .csv 文件", en: "Choose an .xlsx or .csv file" },
  unsupported: {
    zh: "不支持旧版或加密的 Excel 文件，请另存为不带密码的 .xlsx 文件",
    en: "Old and encrypted Excel files are not supported. Save the file as .xlsx without a password.",
  },
  size: { zh: "文件最大 {n} MB", en: "Files can be up to {n} MB" },
  tooMuchContent: {
    zh: "文件内容过多，请拆分为多个文件",
    en: "This file has too much content. Split it into several files.",
  },
  rows: { zh: "每次最多 {n} 行，请拆分为多个文件", en: "Up to {n} rows at a time. Split the file." },
  cells: { zh: "每次最多 {n} 个单元格，请拆分为多个文件", en: "Up to {n} cells at a time. Split the file." },
  columns: { zh: "最多 {n} 列，请删除多余的列", en: "Up to {n} columns. Remove the others." },
  noSheet: { zh: "文件中没有工作表", en: "This file has no worksheet" },
  empty: { zh: "文件中没有数据", en: "This file has no data" },
} satisfies Record<string, Text>;

/** The problem of an unreadable file, for the person who uploaded it. `n`: the exceeded limit. */
export function sheetProblem(reason: keyof typeof texts, n = 0): Problem {
  const text = formatText(texts[reason], { n: n.toLocaleString("en") });
  return new Problem(reason === "size" ? "payloadTooLarge" : "invalid", text, { fields: { file: text } });
}
