import { useState } from "react";
import { bindCommand } from "#ui/command.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useText } from "#ui/locale.ts";
import { offer } from "#features/builder/commands/market.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import { Filters } from "./filters.tsx";
import { firstPlace, ItemList, type Opened } from "./item-list.tsx";
import { SourceView } from "./source-view.tsx";
import { ThemeView } from "./theme-view.tsx";

const texts = {
  title: { zh: "市场", en: "Market" },
  text: {
    zh: "其他空间和平台提供的组件、页面和主题，均经平台审核。插入的是副本，可以随意修改。",
    en: "Components, pages and themes offered by other spaces and by the platform, which reviews them all. You get a copy that you can change as you like.",
  },
};

/** The market: a list, and one of its sources with a preview. Going back shows the list where it was. */
export function MarketDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const editor = useEditor();
  const [place, setPlace] = useState(firstPlace);
  const [opened, setOpened] = useState<Opened>();
  if (opened !== undefined) {
    const { source, entry } = opened;
    const View = source.kind === "theme" ? ThemeView : SourceView;
    return <View source={source} entry={entry} onBack={() => setOpened(undefined)} onClose={onClose} />;
  }
  const { name, reason, run } = bindCommand(editor, offer);
  const obstacle = reason();
  return (
    <Dialog
      isOpen
      size="full"
      title={t(texts.title)}
      description={t(texts.text)}
      onClose={onClose}
      actions={
        <Button
          disabled={obstacle !== undefined}
          {...(obstacle === undefined ? {} : { title: t(obstacle) })}
          onClick={run}
        >
          {t(name())}
        </Button>
      }
    >
      <div className="gallery-filters bg-sheet pt-3 pb-3">
        <Filters filter={place.filter} onFilter={(filter) => setPlace({ ...place, filter, pageIndex: 1 })} />
      </div>
      <ItemList place={place} onPlace={setPlace} onOpen={setOpened} />
    </Dialog>
  );
}
