import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The theme of code editors. Uses the tokens of the app, so it follows the colour scheme. */
export const codeTheme = [
  EditorView.theme({
    "&": { fontSize: "0.875rem", backgroundColor: "var(--sheet)", color: "var(--ink)" },
    "&.cm-focused": { outline: "2px solid var(--brand)", outlineOffset: "-2px" },
    ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", maxHeight: "70dvh", overflow: "auto" },
    ".cm-content": { padding: "8px 0", caretColor: "var(--ink)" },
    ".cm-line": { padding: "0 12px" },
    ".cm-cursor": { borderLeftColor: "var(--ink)" },
    ".cm-gutters": {
      border: "0",
      borderRight: "1px solid var(--line)",
      backgroundColor: "var(--paper-2)",
      color: "var(--ink-3)",
    },
    ".cm-activeLine": { backgroundColor: "transparent" },
    "&.cm-focused .cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--brand) 6%, transparent)" },
    ".cm-activeLineGutter": { backgroundColor: "var(--paper-3)", color: "var(--ink)" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection":
      { backgroundColor: "color-mix(in srgb, var(--brand) 24%, transparent)" },
    "&.cm-focused .cm-matchingBracket": { outline: "1px solid var(--line-2)", backgroundColor: "transparent" },
    ".cm-placeholder": { color: "var(--ink-3)" },
    ".cm-lintRange-error": {
      backgroundImage: "none",
      textDecoration: "underline wavy var(--danger) 1px",
      textUnderlineOffset: "3px",
    },
    ".cm-tooltip": { border: "1px solid var(--line)", borderRadius: "var(--r)", backgroundColor: "var(--sheet)" },
    ".cm-diagnostic-error": { borderLeft: "0", padding: "6px 10px", color: "var(--danger)" },
    ".cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--orpiment) 40%, transparent)" },
    ".cm-searchMatch-selected": { outline: "2px solid var(--orpiment)" },
    ".cm-panels": { backgroundColor: "var(--paper-2)", color: "var(--ink)", borderBottom: "1px solid var(--line)" },
    ".cm-panel.cm-search": { padding: "8px", fontFamily: "var(--sans)" },
    ".cm-panel.cm-search label": { fontSize: "0.8125rem" },
    ".cm-textfield": {
      border: "1px solid var(--line-2)",
      borderRadius: "var(--r)",
      padding: "4px 8px",
      backgroundColor: "var(--sheet)",
      fontSize: "0.875rem",
    },
    ".cm-button": {
      border: "1px solid var(--line-2)",
      borderRadius: "var(--r)",
      padding: "4px 10px",
      backgroundImage: "none",
      backgroundColor: "var(--sheet)",
      fontSize: "0.875rem",
    },
    ".cm-panel.cm-search [name=close]": { padding: "4px 10px", fontSize: "1rem", color: "var(--ink-2)" },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--amethyst)" },
      { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--success)" },
      { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--info)" },
      { tag: [tags.propertyName, tags.attributeName], color: "var(--brand)" },
      { tag: [tags.tagName, tags.typeName, tags.className], color: "var(--seal)" },
      { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: "var(--info)" },
      { tag: tags.comment, color: "var(--ink-3)", fontStyle: "italic" },
      { tag: tags.heading, fontWeight: "600" },
      { tag: tags.invalid, color: "var(--danger)" },
    ]),
  ),
];

/** The editor's own texts in Chinese; its English ones are built in. */
export const chinesePhrases = {
  "Control character": "控制字符",
  "Selection deleted": "已删除所选内容",
  Find: "查找",
  Replace: "替换",
  next: "下一个",
  previous: "上一个",
  all: "全部",
  "match case": "区分大小写",
  "by word": "全字匹配",
  regexp: "正则表达式",
  replace: "替换",
  "replace all": "全部替换",
  close: "关闭",
  "current match": "当前匹配",
  "on line": "位于第",
  "replaced match on line $": "已替换第 $ 行的匹配项",
  "replaced $ matches": "已替换 $ 处",
  Diagnostics: "错误",
  "No diagnostics": "没有错误",
};
