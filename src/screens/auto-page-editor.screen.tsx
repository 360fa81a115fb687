import { useMemo, useState } from "react";
import { useLocation } from "react-router";
import { useAdvancedItems } from "#features/admin/advanced-items.ts";
import { EditScreen } from "#features/admin/auto-edit.tsx";
import { parseAutoPath } from "#features/admin/auto-path.ts";
import { ConditionsDialog, type ConditionsTexts } from "#render/filter/conditions-dialog.tsx";
import { EditorContext, type FilterDialogProps } from "#features/autopage/editor/editor-context.ts";
import { PagePartsEditor } from "#features/autopage/editor/parts-editor.tsx";
import { PartsEditor } from "#ui/parts-editor.ts";

const texts: ConditionsTexts = {
  title: { zh: "筛选条件", en: "Filter" },
  none: { zh: "此数据没有可用的筛选字段", en: "This data has no fields to filter by" },
  clear: { zh: "清空条件", en: "Clear" },
  submit: { zh: "确定", en: "Apply" },
};

function FilterDialog({ type, ...rest }: FilterDialogProps) {
  return <ConditionsDialog texts={texts} query={useAdvancedItems(type)} {...rest} />;
}

const editor = { Editor: PagePartsEditor };

/** The form of an auto page beside the page itself. */
export function AutoPageEditorScreen() {
  const { pathname } = useLocation();
  const { area = "paas", screen = "edit" } = parseAutoPath(pathname) ?? {};
  const [previewHost, setPreviewHost] = useState<HTMLElement | null>(null);
  const context = useMemo(() => ({ previewHost, FilterDialog }), [previewHost]);
  return (
    <PartsEditor value={editor}>
      <EditorContext value={context}>
        <div className="page-editor">
          <div className="min-w-0">
            <EditScreen key={screen} area={area} type="autoPage" isNew={screen === "add"} />
          </div>
          {/* Beside the form, not in it: a part of the page may be a form. */}
          <div ref={setPreviewHost} className="min-w-0" />
        </div>
      </EditorContext>
    </PartsEditor>
  );
}
