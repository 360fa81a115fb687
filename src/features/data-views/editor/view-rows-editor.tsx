import type { ViewRowsEditorProps } from "#ui/view-rows-editor.ts";
import { ColumnsEditor } from "./columns-editor.tsx";
import { ConditionsEditor } from "./conditions-editor.tsx";
import "./editor.css";

/** The editor of the columns or the conditions of a data view. */
export const DataViewRowsEditor = (props: ViewRowsEditorProps) =>
  props.kind === "columns" ? <ColumnsEditor {...props} /> : <ConditionsEditor {...props} />;
