import { lazyControl } from "#ui/lazy-control.tsx";
import type { RowBindingEditorProps } from "#ui/row-binding-editor.ts";

/** The editor of bindings for the context of the panels. It is loaded with the first binding that is shown: the filter comes with it. */
export const bindingEditor = {
  Editor: lazyControl<RowBindingEditorProps>(() => import("./binding-editor.tsx").then((file) => file.BindingEditor)),
};
