import type { Text } from "#kit/text.ts";
import type { TransferState } from "#kit/transfer.ts";

export const texts = {
  importText: {
    zh: "核对差异后导入另一个空间的配置，例如从测试环境到正式环境。",
    en: "Import the configuration of another space after a review, for example from staging to production.",
  },
  export: { zh: "导出", en: "Export" },
  exportText: {
    zh: "选项集、分类、轻应用、数据视图、自动页面、网站信息、网站页面、配置、配置表单、角色、主题、图标、变量、菜单和快捷操作导出为 ZIP，每条一个 JSON 文件，适合纳入版本管理。不含业务数据、图片等文件以及密码和密钥的内容。",
    en: "Option sets, categories, light apps, data views, auto pages, the details and pages of the website, configurations and their forms, roles, themes, icons, variables, menus and quick actions as a ZIP with a JSON file for each, suitable for version control. Records, uploaded files such as images, passwords and keys are not included.",
  },
  exportButton: { zh: "导出空间配置", en: "Export configuration" },
  exporting: { zh: "正在导出…", en: "Exporting…" },
  exported: { zh: "已导出 {count} 条配置", en: "Exported {count} {n|row|rows}" },
  exportFailed: { zh: "导出失败", en: "Could not export" },
  import: { zh: "导入", en: "Import" },
  choose: { zh: "选择 ZIP 文件", en: "Choose a ZIP file" },
  comparing: { zh: "正在比较…", en: "Comparing…" },
  limits: {
    zh: "最大 {megabytes} MB。上传后先显示差异，确认前不会修改任何数据。",
    en: "Up to {megabytes} MB. You see the differences first; nothing changes until you confirm.",
  },
  back: { zh: "更换文件", en: "Choose another file" },
  review: { zh: "核对差异", en: "Review the differences" },
  from: { zh: "来自“{space}”", en: "From {space}" },
  summary: {
    zh: "新增 {added} 条，修改 {changed} 条，文件中没有 {missing} 条，无变化 {unchanged} 条。",
    en: "{added} added, {changed} changed, {missing} not in the file, {unchanged} unchanged.",
  },
  same: { zh: "没有差异", en: "No differences" },
  sameText: { zh: "文件与本空间的配置一致。", en: "The file and the configuration of this space are the same." },
  faults: { zh: "以下文件无法使用：", en: "These files cannot be used:" },
  selectAll: { zh: "选择全部“{name}”", en: "Select all of {name}" },
  select: { zh: "导入“{title}”", en: "Import {title}" },
  selectMissing: { zh: "删除“{title}”", en: "Delete {title}" },
  missingHelp: {
    zh: "文件中没有的配置会保留；勾选后将被删除，可从回收站恢复。",
    en: "What is not in the file stays, unless you select it to be deleted. You can restore it from the trash.",
  },
  secrets: {
    zh: "文件不含密钥。导入后请填写：{names}",
    en: "Secrets are not part of the file. Enter them after the import: {names}",
  },
  files: {
    zh: "本空间没有这些文件，导入后其位置为空：{names}。上传到文件库后再次导入即可补上。",
    en: "This space does not have these files, so their places stay empty: {names}. Upload them to Files and import again to fill them in.",
  },
  target: { zh: "同时设为“{state}”", en: "Also set to “{state}”" },
  noLines: { zh: "内容没有变化。", en: "The content is the same." },
  run: { zh: "导入 {count} 条", en: "Import {count} {n|row|rows}" },
  running: { zh: "正在导入…", en: "Importing…" },
  nothing: { zh: "请选择要导入的配置", en: "Select what to import" },
  sure: { zh: "删除 {count} 条配置？", en: "Delete {count} {n|row|rows}?" },
  sureText: {
    zh: "文件中没有这些配置。删除后可从回收站恢复。",
    en: "They are not in the file. You can restore them from the trash.",
  },
  yes: { zh: "导入并删除", en: "Import and delete" },
  no: { zh: "取消", en: "Cancel" },
  done: { zh: "导入完成", en: "Import complete" },
  doneText: {
    zh: "每条配置的修改都在其修改记录中，可从中恢复原值。",
    en: "Every change is in the history of its row, where you can restore earlier values.",
  },
  next: { zh: "继续导入", en: "Import another file" },
} satisfies Record<string, Text>;

export const stateTexts: Record<TransferState, Text> = {
  added: { zh: "新增", en: "New" },
  changed: { zh: "修改", en: "Changed" },
  missing: { zh: "文件中没有", en: "Not in the file" },
  unchanged: { zh: "无变化", en: "Unchanged" },
};

/** The texts of the result: what happened to a row. */
export const resultTexts: Record<TransferState, Text> = {
  ...stateTexts,
  missing: { zh: "已删除", en: "Deleted" },
};

/** The design token of each state's colour. */
export const stateColors: Record<TransferState, string> = {
  added: "malachite",
  changed: "azurite",
  missing: "cinnabar",
  unchanged: "ochre",
};
