import { useMemo, useState, useSyncExternalStore } from "react";
import { isEmptyChange } from "#kit/edit.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { useEditor } from "#features/builder/editor/editor.ts";
import { restoreVersion } from "#features/builder/document/restore-part.ts";
import { useSnapshot } from "#features/builder/editor/published-page.ts";
import { versionReference } from "#features/builder/session/versions.ts";
import type { Snapshot, Version } from "#features/builder/session/session-state.ts";
import { RestoreButton } from "./restore-button.tsx";
import { draftReference, type Side, VersionComparison } from "./version-comparison.tsx";

const texts = {
  title: { zh: "比较版本", en: "Compare versions" },
  text: {
    zh: "两侧均可选择当前草稿或任一版本。恢复的内容进入草稿，发布后访客可见。",
    en: "Each side can be the current draft or any version. What you restore goes to the draft. Visitors see it once you publish.",
  },
  back: { zh: "返回", en: "Back" },
  restore: { zh: "恢复到草稿", en: "Restore to draft" },
  restored: {
    zh: "草稿已恢复为{version}，发布后访客可见",
    en: "Draft restored to {version}. Publish it to show it to visitors.",
  },
  same: { zh: "草稿与{version}相同", en: "The draft is the same as {version}" },
  undo: { zh: "撤销", en: "Undo" },
};

/** The draft with the edits of this moment. */
function useDraft(): Snapshot {
  const { store, broken } = useEditor();
  const page = useSyncExternalStore(store.onChange, store.page);
  return useMemo(() => ({ page, broken: [...broken] }), [page, broken]);
}

/** One side of the comparison: a version, or the draft if none of `versions` has this id. */
function useSide(id: string | null, versions: readonly Version[], draft: Snapshot): Side {
  const version = versions.find((candidate) => candidate.id === id);
  const query = useSnapshot(version?.id);
  return version === undefined
    ? { version, name: draftReference, query: { data: draft, error: null, refetch() {} } }
    : { version, name: versionReference(version), query };
}

type VersionViewProps = {
  versions: readonly Version[];
  /** The version that is compared with the draft at first. */
  versionId: string;
  onBack: () => void;
  onClose: () => void;
};

/** Two versions, or a version and the draft: their previews side by side, their differences, and buttons that restore them to the draft. */
export function VersionView({ versions, versionId, onBack, onClose }: VersionViewProps) {
  const locale = useLocale();
  const t = useText();
  const { store } = useEditor();
  const [ids, setIds] = useState<{ from: string | null; to: string | null }>({ from: null, to: versionId });
  const draft = useDraft();
  const from = useSide(ids.from, versions, draft);
  const to = useSide(ids.to, versions, draft);

  /** Replaces the draft in one undo step. */
  function restore({ name, query }: Side): void {
    const change = restoreVersion(draft, query.data!);
    const isSame = isEmptyChange(change);
    store.edit(change, { select: [], isStored: true });
    notify("success", formatText(isSame ? texts.same : texts.restored, { version: name[locale] })[locale], {
      actions: isSame ? [] : [{ name: texts.undo[locale], run: store.undo }],
    });
    onClose();
  }

  const sources = (ids.from === ids.to ? [from] : [from, to]).filter(({ version }) => version !== undefined);
  return (
    <Dialog
      isOpen
      size="full"
      title={t(texts.title)}
      description={t(texts.text)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onBack}>{t(texts.back)}</Button>
          <RestoreButton
            kind="primary"
            name={t(texts.restore)}
            disabled={sources.some(({ query }) => query.data === undefined)}
            sources={sources.map((side) => ({ name: side.name, run: () => restore(side) }))}
          />
        </>
      }
    >
      <VersionComparison
        versions={versions}
        draft={draft}
        sides={{ from, to }}
        onChoose={(side, id) => setIds({ ...ids, [side]: id })}
      />
    </Dialog>
  );
}
