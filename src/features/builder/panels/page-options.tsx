import { pageOptionFields } from "#kit/page-fields.ts";
import { RowBindingEditor } from "#ui/row-binding-editor.ts";
import { bindingEditor } from "#features/builder/bindings/binding-editor-later.ts";
import { PageSettingsForm } from "./page-settings-form.tsx";

/** The settings of the page that are not texts. */
export const PageOptions = () => (
  <RowBindingEditor value={bindingEditor}>
    <PageSettingsForm fields={pageOptionFields} />
  </RowBindingEditor>
);
