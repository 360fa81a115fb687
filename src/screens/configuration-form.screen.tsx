import { useState } from "react";
import { useLocation } from "react-router";
import { EditScreen } from "#features/admin/auto-edit.tsx";
import { parseAutoPath } from "#features/admin/auto-path.ts";
import { LightFormEditor } from "#features/lightapp/editor/form-fields-editor.tsx";
import { FormPreviewHost } from "#features/lightapp/editor/form-preview-host.ts";
import { FormFieldsEditor } from "#ui/form-fields-editor.ts";

const editor = { Editor: LightFormEditor };

/** The definition of a configuration form beside the form itself. */
export function ConfigurationFormScreen() {
  const { pathname } = useLocation();
  const { area = "paas", screen = "edit" } = parseAutoPath(pathname) ?? {};
  const [previewHost, setPreviewHost] = useState<HTMLElement | null>(null);
  return (
    <FormFieldsEditor value={editor}>
      <FormPreviewHost value={previewHost}>
        <div className="form-editor">
          <div className="min-w-0">
            <EditScreen key={screen} area={area} type="configForm" isNew={screen === "add"} />
          </div>
          {/* Beside the form, not in it: a form cannot be in another one. */}
          <div ref={setPreviewHost} className="min-w-0" />
        </div>
      </FormPreviewHost>
    </FormFieldsEditor>
  );
}
