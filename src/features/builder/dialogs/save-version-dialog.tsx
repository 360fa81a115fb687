import { useQueryClient } from "@tanstack/react-query";
import { formatText } from "#kit/text.ts";
import { useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { FormDialog } from "#render/form/form-dialog.tsx";
import { saveVersion, versions } from "#features/builder/commands/page.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import { versionsKey } from "#features/builder/session/versions.ts";

const texts = {
  text: {
    zh: "为当前草稿命名，以便日后查看、比较和恢复。访客看到的内容不变。",
    en: "Name the current draft to view, compare or restore it later. Visitors see no change.",
  },
  name: { zh: "版本名称", en: "Version name" },
  save: { zh: "保存", en: "Save" },
  saved: { zh: "已保存版本“{name}”", en: "Saved version “{name}”" },
  failed: { zh: "未能保存，请重试", en: "Could not save. Try again." },
};

/** Saves the draft under a name. `QuestionDialog` shows conflicts and faults. */
export function SaveVersionDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const client = useQueryClient();
  const editor = useEditor();
  const { pageId, session } = editor;
  return (
    <FormDialog
      title={t(saveVersion.name)}
      description={t(texts.text)}
      fields={[{ name: "name", type: "text", label: t(texts.name), max: 100 }]}
      save={t(texts.save)}
      onSave={async ({ name = "" }) => {
        const isSaved = await session.save(name);
        const state = session.state.get();
        if (!isSaved && session.question.get() === undefined)
          throw new Error(state.kind === "failed" ? state.message : t(texts.failed));
        onClose();
        if (!isSaved) return;
        notify("success", t(formatText(texts.saved, { name })), {
          actions: [{ name: t(versions.name), run: () => versions.run(editor) }],
        });
        await client.invalidateQueries({ queryKey: versionsKey(pageId) });
      }}
      onClose={onClose}
    />
  );
}
