import { useMemo, useState } from "react";
import { useLocation } from "react-router";
import { EditScreen } from "#features/admin/auto-edit.tsx";
import { parseAutoPath } from "#features/admin/auto-path.ts";
import { EditorContext } from "#features/data-views/editor/editor-context.ts";
import { DataViewRowsEditor } from "#features/data-views/editor/view-rows-editor.tsx";
import { ViewRowsEditor } from "#ui/view-rows-editor.ts";

const editor = { Editor: DataViewRowsEditor };

/** The form of a data view beside its first rows. */
export function DataViewEditorScreen() {
  const { pathname } = useLocation();
  const { area = "paas", screen = "edit" } = parseAutoPath(pathname) ?? {};
  const [previewHost, setPreviewHost] = useState<HTMLElement | null>(null);
  const context = useMemo(() => ({ previewHost }), [previewHost]);
  return (
    <ViewRowsEditor value={editor}>
      <EditorContext value={context}>
        <div className="data-view-editor">
          <div className="min-w-0">
            <EditScreen key={screen} area={area} type="collectData" isNew={screen === "add"} />
          </div>
          {/* Beside the form, not in it: a list has controls of its own. */}
          <div ref={setPreviewHost} className="min-w-0" />
        </div>
      </EditorContext>
    </ViewRowsEditor>
  );
}
