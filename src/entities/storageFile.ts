import { defineEntity } from "#kit/entity.ts";

/**
 * An uploaded file (N-048). Its format and size follow from its content; people edit its name and alt text. Members see the files that they uploaded,
 * administrators all files of the space. References to it are in `file_use` (docs/decisions/059-files-are-rows.md).
 */
const storageFile = defineEntity({
  type: "storageFile",
  name: { zh: "文件", en: "File" },
  listName: { zh: "文件", en: "Files" },
  // Rows are added by uploads (records/files/quota.server.ts).
  access: { read: "member", add: "nobody", update: "member", delete: "member", export: "administrator" },
  owner: "memberId",
  ownRowsBelow: "administrator",
  whyNotDelete: [
    {
      when: { field: "isUsed", op: "eq", value: true },
      text: {
        zh: "文件正在使用，不能删除。打开文件可查看使用位置",
        en: "This file is in use and cannot be deleted. Open it to see where.",
      },
    },
  ],
  actions: [
    {
      kind: "link",
      id: "view",
      name: { zh: "查看", en: "View" },
      icon: "view",
      url: "/admin/storageFile/edit?id={id}",
      isMain: true,
    },
  ],
  titleField: "name",
  fields: {
    path: {
      type: "storedfile",
      name: { zh: "预览", en: "Preview" },
      required: true,
      readOnly: true,
      column: { width: 90 },
    },
    name: { type: "textbox", name: { zh: "名称", en: "Name" }, required: true, max: 150, search: "contains" },
    alt: {
      type: "textbox",
      name: { zh: "替代文字", en: "Alt text" },
      localized: true,
      max: 200,
      describes: "name",
      helpBlock: {
        zh: "图片无法显示或由读屏软件朗读时使用的文字。",
        en: "Shown when the image cannot load, and read out by screen readers.",
      },
    },
    fileType: {
      type: "dropdownlist",
      name: { zh: "类型", en: "Kind" },
      required: true,
      readOnly: true,
      search: "eq",
      column: { width: 130 },
      options: [
        { key: "image", name: { zh: "图片", en: "Image" }, color: "azurite" },
        { key: "video", name: { zh: "视频", en: "Video" }, color: "cinnabar" },
        { key: "audio", name: { zh: "音频", en: "Audio" }, color: "ochre" },
        { key: "document", name: { zh: "文档", en: "Document" }, color: "malachite" },
        { key: "font", name: { zh: "字体", en: "Font" }, color: "amethyst" },
      ],
    },
    size: {
      type: "filesize",
      name: { zh: "大小", en: "Size" },
      required: true,
      readOnly: true,
      search: "between",
      column: { width: 110, sortable: true },
    },
    width: { type: "number", name: { zh: "宽（像素）", en: "Width (px)" }, readOnly: true },
    height: { type: "number", name: { zh: "高（像素）", en: "Height (px)" }, readOnly: true },
    uploader: {
      type: "textbox",
      name: { zh: "上传人", en: "Uploaded by" },
      readOnly: true,
      search: "contains",
      column: { width: 140 },
    },
    uploadedAt: {
      type: "datepicker",
      name: { zh: "上传时间", en: "Uploaded" },
      required: true,
      readOnly: true,
      search: "between",
      column: { width: 170, sortable: true },
    },
    /** Whether a row references it. Maintained by database triggers. */
    isUsed: {
      type: "switch",
      name: { zh: "使用中", en: "In use" },
      readOnly: true,
      value: false,
      search: "eq",
      column: { width: 100 },
    },
  },
  internal: {
    memberId: { type: "uuid", references: { entity: "member" } },
    /** The hash of the stored content. */
    sha256: { type: "text" },
    /** Duration of a video or audio file. */
    milliseconds: { type: "integer" },
    /** When the last reference was removed; null while the file is referenced. */
    unusedAt: { type: "timestamp" },
  },
  groups: [{ name: { zh: "文件", en: "File" }, fields: ["name", "alt"] }],
  list: {
    columns: ["path", "name", "fileType", "size", "uploader", "uploadedAt", "isUsed"],
    sort: { field: "uploadedAt", direction: "desc" },
  },
  indexes: [["uploadedAt"], ["size"], ["memberId"]],
  lookups: ["unusedAt"],
  searchable: ["name", "uploader"],
});

export default storageFile;
declare module "#kit/entity.ts" {
  interface Entities {
    storageFile: typeof storageFile;
  }
}
