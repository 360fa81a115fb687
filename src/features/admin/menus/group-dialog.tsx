import { useState } from "react";
import type { Text } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useText } from "#ui/locale.ts";
import type { DraftGroup } from "./menu-draft.ts";
import { NameInputs } from "./name-inputs.tsx";

const texts = {
  add: { zh: "新增分组", en: "Add group" },
  rename: { zh: "重命名分组", en: "Rename group" },
  hint: { zh: "留空则使用内置名称。", en: "Leave empty for the built-in name." },
  cancel: { zh: "取消", en: "Cancel" },
  done: { zh: "确定", en: "Done" },
};

type GroupDialogProps = {
  /** The renamed group; undefined for a new one. */
  group: DraftGroup | undefined;
  defaultName: Text;
  onDone: (name: DraftGroup["name"]) => void;
  onClose: () => void;
};

/** Names a new group, or renames one. */
export function GroupDialog({ group, defaultName, onDone, onClose }: GroupDialogProps) {
  const t = useText();
  const [name, setName] = useState<DraftGroup["name"]>(group?.name ?? null);
  return (
    <Dialog
      isOpen
      title={t(group === undefined ? texts.add : texts.rename)}
      description={t(defaultName) === "" ? undefined : t(texts.hint)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(texts.cancel)}</Button>
          <Button kind="primary" onClick={() => onDone(name)}>
            {t(texts.done)}
          </Button>
        </>
      }
    >
      <div className="mt-4">
        <NameInputs name={name} defaultName={defaultName} onChange={setName} />
      </div>
    </Dialog>
  );
}
