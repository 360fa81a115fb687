import type { ImportRowState } from "#kit/import.ts";
import type { Text } from "#kit/text.ts";

export const texts = {
  title: { zh: "导入", en: "Import" },
  titleOf: { zh: "导入{name}", en: "Import {name}" },
  steps: { zh: "导入步骤", en: "Steps" },
  stepDone: { zh: "已完成", en: "Done" },
  file: { zh: "选择文件", en: "File" },
  columns: { zh: "匹配列", en: "Columns" },
  review: { zh: "检查数据", en: "Review" },
  toList: { zh: "返回列表", en: "Back to list" },
  choose: { zh: "选择文件", en: "Choose a file" },
  limits: {
    zh: "支持 .xlsx 和 .csv，最多 {rows} 行、{columns} 列、{cells} 个单元格、{megabytes} MB。第一行是列标题。超过 {direct} 行时在后台导入。",
    en: ".xlsx or .csv with up to {rows} rows, {columns} columns, {cells} cells and {megabytes} MB. The first row has the column titles. More than {direct} rows are imported in the background.",
  },
  advice: {
    zh: "需要修改已有数据时，先导出列表，修改后再导入：导出的文件带有 ID 列。",
    en: "To change existing records, export the list, edit the file and import it: exports have an ID column.",
  },
  template: { zh: "下载模板", en: "Download a template" },
  templateCsv: { zh: "下载 CSV 模板", en: "Download as CSV" },
  templateHelp: {
    zh: "模板包含您可以导入的列，必填列标有 *。",
    en: "The template has the columns you can import. Required ones are marked *.",
  },
  reading: { zh: "正在读取文件…", en: "Reading the file…" },
  column: { zh: "文件中的列", en: "Column in the file" },
  field: { zh: "导入到", en: "Import to" },
  fieldFor: { zh: "“{title}”导入到", en: "Import “{title}” to" },
  untitled: { zh: "第 {n} 列", en: "Column {n}" },
  leaveOut: { zh: "不导入", en: "Do not import" },
  key: { zh: "识别已有记录", en: "Identify existing records" },
  noKey: { zh: "不识别，全部新增", en: "None, add all rows as new" },
  by: { zh: "按{name}", en: "By {name}" },
  keyHelp: {
    zh: "与该字段一致的记录会被修改，其余为新增。空单元格会清空原有内容。",
    en: "Records with the same value are changed; all other rows are added. An empty cell clears the field.",
  },
  missing: {
    zh: "新增记录必填，但没有对应的列：{names}",
    en: "Required for new records, but no column has it: {names}",
  },
  check: { zh: "检查数据", en: "Review" },
  checking: { zh: "正在检查…", en: "Checking…" },
  back: { zh: "上一步", en: "Back" },
  another: { zh: "更换文件", en: "Choose another file" },
  shown: { zh: "显示", en: "Show" },
  all: { zh: "全部", en: "All" },
  row: { zh: "行", en: "Row" },
  state: { zh: "结果", en: "Result" },
  sheet: { zh: "文件中的数据", en: "Rows of the file" },
  noRows: { zh: "没有符合条件的行", en: "No matching rows" },
  more: { zh: "加载更多", en: "Load more" },
  loading: { zh: "正在加载…", en: "Loading…" },
  before: { zh: "原内容：", en: "Previous value: " },
  empty: { zh: "空", en: "empty" },
  skipped: {
    zh: "有错误的 {count} 行不会导入。",
    en: "{count} {n|row|rows} with errors will be left out.",
  },
  nothing: { zh: "没有需要导入的数据", en: "There is nothing to import" },
  download: { zh: "下载有错误的行", en: "Download rows with errors" },
  run: { zh: "导入 {count} 条", en: "Import {count} {n|record|records}" },
  running: { zh: "正在导入…", en: "Importing…" },
  done: { zh: "导入完成", en: "Import complete" },
  reverted: { zh: "已撤销导入", en: "Import undone" },
  revertedText: { zh: "所有数据已恢复为导入前的内容。", en: "All records are as they were before." },
  summary: { zh: "新增 {add} 条，修改 {update} 条。", en: "{add} added, {update} changed." },
  revert: { zh: "撤销导入", en: "Undo import" },
  reverting: { zh: "正在撤销…", en: "Undoing…" },
  minutes: { zh: "{n} 分钟内可以撤销", en: "Can be undone for {n} {n|minute|minutes}" },
  waiting: { zh: "排队中", en: "Waiting to start" },
  progress: { zh: "导入进度", en: "Progress of the import" },
  leave: {
    zh: "数据较多，正在后台处理。可以离开此页面，完成后会通知您。",
    en: "This is a large file. You can leave this page: you will be notified when it is done.",
  },
  cancel: { zh: "取消", en: "Cancel" },
  cancelling: { zh: "正在取消…", en: "Cancelling…" },
  next: { zh: "继续导入", en: "Import another file" },
} satisfies Record<string, Text>;

export const stateTexts: Record<ImportRowState, Text> = {
  add: { zh: "新增", en: "New" },
  update: { zh: "修改", en: "Changed" },
  unchanged: { zh: "无变化", en: "Unchanged" },
  error: { zh: "有错误", en: "Error" },
};

/** The design token of each state's colour. */
export const stateColors: Record<ImportRowState, string> = {
  add: "malachite",
  update: "azurite",
  unchanged: "ochre",
  error: "cinnabar",
};
