import { useState } from "react";
import type { SavedView, ViewContent } from "#kit/saved-view.ts";
import { call } from "#client/call.ts";
import { FormDialog } from "#render/form/form-dialog.tsx";
import { useText } from "#ui/locale.ts";
import { LabelledCheckbox } from "#ui/labelled-checkbox.tsx";
import { notify } from "#ui/toast.tsx";

const texts = {
  add: { zh: "保存视图", en: "Save view" },
  edit: { zh: "修改视图", en: "Edit view" },
  text: {
    zh: "保存当前的搜索条件、排序、每页条数和列设置。",
    en: "Saves the current search, sort order, page size and columns.",
  },
  name: { zh: "视图名称", en: "View name" },
  share: { zh: "空间内所有成员可见", en: "Share with everyone in the space" },
  shareText: { zh: "成员只会看到自己有权查看的数据。", en: "Members see only the records that they have access to." },
  save: { zh: "保存", en: "Save" },
  saved: { zh: "视图已保存", en: "View saved" },
};

type DialogProps = {
  type: string;
  /** The view to edit; undefined for a new one. */
  view: SavedView | undefined;
  /** The content of a new view. */
  content: ViewContent;
  canShare: boolean;
  onSaved: (id: string) => Promise<void>;
  onClose: () => void;
};

/** A dialog for the name and the sharing of a view. */
export function ViewDialog({ type, view, content, canShare, onSaved, onClose }: DialogProps) {
  const t = useText();
  const [isShared, setShared] = useState(view?.isShared ?? false);
  return (
    <FormDialog
      title={t(view === undefined ? texts.add : texts.edit)}
      {...(view === undefined ? { description: t(texts.text) } : {})}
      fields={[{ name: "name", type: "text", label: t(texts.name), max: 40 }]}
      initialValues={{ name: view?.name ?? "" }}
      save={t(texts.save)}
      footer={
        canShare && (
          <div className="mt-4 grid gap-1">
            <LabelledCheckbox checked={isShared} disabled={false} onChange={setShared}>
              {t(texts.share)}
            </LabelledCheckbox>
            <p className="text-sm text-ink-3">{t(texts.shareText)}</p>
          </div>
        )
      }
      onSave={async ({ name = "" }) => {
        const properties = { name, ...(canShare ? { isShared } : {}) };
        const input = view === undefined ? { type, ...properties, content } : { type, id: view.id, ...properties };
        const { id } = await call("POST paas/table/saveView", input);
        notify("success", t(texts.saved));
        await onSaved(id);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
