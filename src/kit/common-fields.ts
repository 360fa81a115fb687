import type { FieldConfig } from "./field.ts";
import type { SetAction } from "./row-action.ts";
import type { RowCondition } from "./row-condition.ts";
import type { Text } from "./text.ts";

/** The options of a dropdown list of states. */
export const optionsOf = (states: Record<string, { name: Text; color?: string }>) =>
  Object.entries(states).map(([key, state]) => ({ key, ...state }));

/** The status field of rows that are public once they are published; drafts are for administrators only. */
export const publication = {
  type: "dropdownlist",
  name: { zh: "状态", en: "Status" },
  required: true,
  value: "draft",
  search: "eq",
  column: { width: 120 },
  options: [
    { key: "draft", name: { zh: "草稿", en: "Draft" }, color: "ochre" },
    { key: "published", name: { zh: "已发布", en: "Published" }, color: "malachite" },
  ],
} satisfies FieldConfig<"dropdownlist">;

/** Sort position, the lowest number first. */
export const order = {
  type: "number",
  name: { zh: "排序", en: "Sort order" },
  value: 0,
  max: 9999,
  column: { width: 110, sortable: true },
} satisfies FieldConfig<"number">;

/** Holds for published rows. The field `publication` must be named `status`. */
export const isPublished: RowCondition = { field: "status", op: "eq", value: "published" };

/** The actions that publish and unpublish rows with a `publication`. */
export const publicationActions = [
  {
    kind: "request",
    id: "publish",
    name: { zh: "发布", en: "Publish" },
    icon: "publish",
    if: { field: "status", op: "ne", value: "published" },
    set: { status: "published" },
    done: { zh: "已发布", en: "Published" },
  },
  {
    kind: "request",
    id: "unpublish",
    name: { zh: "取消发布", en: "Unpublish" },
    icon: "unpublish",
    if: isPublished,
    set: { status: "draft" },
    question: {
      title: { zh: "取消发布“{name}”？访客将无法看到。", en: "Unpublish {name}? Visitors will no longer see it." },
    },
    done: { zh: "已取消发布", en: "Unpublished" },
  },
] as const satisfies readonly SetAction<"status">[];
