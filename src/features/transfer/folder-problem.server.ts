import { Problem } from "#kit/problem.ts";
import { formatText, type Text } from "#kit/text.ts";
import { maxFolderMegabytes, maxFolderRows } from "#kit/transfer.ts";

const texts = {
  missing: { zh: "请选择要上传的文件", en: "Choose a file to upload" },
  size: { zh: `文件最大 ${maxFolderMegabytes} MB`, en: `Files can be up to ${maxFolderMegabytes} MB` },
  broken: {
    zh: "文件不是 ZIP，或已损坏、加密、解压后过大，请重新导出",
    en: "This is not a ZIP file, or it is damaged, encrypted or too large when unpacked. Export it again.",
  },
  manifest: {
    zh: "缺少 manifest.json，或其内容不正确，请选择“空间配置”导出的文件",
    en: "manifest.json is missing or wrong. Choose a file that was exported as configuration of a space.",
  },
  version: {
    zh: "文件由更新的版本导出（格式 {version}），请先升级",
    en: "This file was exported by a newer version (format {version}). Upgrade first.",
  },
  rows: {
    zh: `配置超过 ${maxFolderRows.toLocaleString("en")} 条，无法导出或导入`,
    en: `More than ${maxFolderRows.toLocaleString("en")} rows cannot be exported or imported as files`,
  },
  expired: { zh: "文件已过期，请重新上传", en: "The file has expired. Upload it again." },
  type: { zh: "没有此类配置", en: "There is no such type of configuration" },
  name: { zh: "文件名须为 {path}.json", en: "The file must be named {path}.json" },
  noKey: { zh: "缺少“{field}”", en: "{field} is missing" },
  json: { zh: "JSON 第 {line} 行第 {column} 个字符有误", en: "The JSON is wrong at line {line}, column {column}" },
  utf8: { zh: "文件须为 UTF-8 编码", en: "The file must be encoded in UTF-8" },
  long: { zh: "文件内容过长", en: "The file is too long" },
  deep: { zh: "层级过深或项目过多", en: "The content is nested too deeply or has too many parts" },
  badText: { zh: "含有无法保存的字符", en: "The content has characters that cannot be saved" },
  twice: { zh: "同一对象中有重复的名称", en: "An object has two values of the same name" },
  object: { zh: "须为 JSON 对象", en: "The content must be a JSON object" },
  field: { zh: "没有字段 {field}", en: "There is no field {field}" },
  state: { zh: "“{field}”的值不正确", en: "The value of {field} is wrong" },
  secret: {
    zh: "“{field}”含有密钥的掩码，请改为 ••••••••",
    en: "{field} has the mask of a stored secret. Write •••••••• instead.",
  },
  reference: {
    zh: "引用的 {path} 不存在，或未选择导入",
    en: "It refers to {path}, which does not exist or is not chosen",
  },
  circle: {
    zh: "{paths} 互相引用。请先导入为草稿，去掉其中一处引用并发布，再加回引用",
    en: "{paths} refer to each other. Import them as drafts, publish one without its reference, then add the reference again.",
  },
  badReference: { zh: "“{field}”的引用不正确", en: "The reference in {field} is wrong" },
  foreignRow: {
    zh: "“{field}”的条件引用了本空间没有的数据，请先在文件中修改",
    en: "A condition in {field} names a record that this space does not have. Change it in the file first.",
  },
  changed: { zh: "已被修改，请重新上传并核对", en: "It has changed since the review. Upload the file again." },
  unknown: {
    zh: "不在文件或空间中，请重新上传",
    en: "It is in neither the file nor the space. Upload the file again.",
  },
} satisfies Record<string, Text>;

/** Why a folder or one of its files cannot be used, as the name of a text. */
export type FaultCode = keyof typeof texts;

/** The text of a fault in a configuration folder. */
export const faultText = (fault: FaultCode, values: Record<string, string | number> = {}): Text =>
  formatText(texts[fault], values);

/** The problem of a fault. `values` fill the places of its text. */
export function folderProblem(fault: FaultCode, values: Record<string, string | number> = {}): Problem {
  const code = fault === "size" ? "payloadTooLarge" : fault === "expired" ? "notFound" : "invalid";
  return new Problem(code, faultText(fault, values));
}

/** A problem of one row, whose text begins with the name of its file. */
export function problemOfRow(path: string, code: "invalid" | "conflict", text: Text): Problem {
  const named: Text = { zh: `${path}：${text.zh}`, en: `${path}: ${text.en}` };
  return new Problem(code, named, { fields: { [path]: text } });
}
