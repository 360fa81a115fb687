import { Popover as Base } from "@base-ui/react/popover";
import { CheckCheck, ChevronLeft, Settings } from "lucide-react";
import { type RefObject, useState } from "react";
import { setActivity, useActivity } from "#client/activity.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { NoticeList } from "./notice-list.tsx";
import { NoticeSettings } from "./notice-settings.tsx";
import { useMarkRead } from "./use-notices.ts";

const texts = {
  title: { zh: "通知", en: "Notifications" },
  settings: { zh: "通知设置", en: "Notification settings" },
  back: { zh: "返回通知", en: "Back to notifications" },
  readAll: { zh: "全部标为已读", en: "Mark all as read" },
};
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

type PanelHeadProps = { isSettingsOpen: boolean; onToggleSettings: () => void };

function PanelHead({ isSettingsOpen, onToggleSettings }: PanelHeadProps) {
  const t = useText();
  const { notices } = useActivity();
  const { mutate: markRead, isPending } = useMarkRead();
  if (isSettingsOpen)
    return (
      <div className="flex min-h-12 items-center gap-1 border-b border-line px-2">
        <Button kind="quiet" size="icon" aria-label={t(texts.back)} title={t(texts.back)} onClick={onToggleSettings}>
          <ChevronLeft {...icon} />
        </Button>
        <Base.Title className="font-semibold">{t(texts.settings)}</Base.Title>
      </div>
    );
  return (
    <div className="flex min-h-12 items-center gap-1 border-b border-line pr-2 pl-4">
      <Base.Title className="flex-1 font-semibold">{t(texts.title)}</Base.Title>
      <Button
        kind="quiet"
        size="icon"
        aria-label={t(texts.readAll)}
        title={t(texts.readAll)}
        disabled={isPending || (notices?.unread ?? 0) === 0}
        onClick={() => markRead(undefined)}
      >
        <CheckCheck {...icon} />
      </Button>
      <Button
        kind="quiet"
        size="icon"
        aria-label={t(texts.settings)}
        title={t(texts.settings)}
        onClick={onToggleSettings}
      >
        <Settings {...icon} />
      </Button>
    </div>
  );
}

type PanelProps = { anchor: RefObject<HTMLButtonElement | null>; isOpen: boolean };

/** The panel below the bell: a person's jobs and notices, or the notice settings. */
export function NoticePanel({ anchor, isOpen }: PanelProps) {
  const [isSettingsOpen, setIsSettingsOpen] = useState(false);
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open, { reason, event }) => {
        // The button handles presses on itself. A closing dialog may move the focus out of the panel, which stays open then.
        const isOnButton = event.target instanceof Node && anchor.current?.contains(event.target) === true;
        const isIgnored = reason === "focus-out" || (reason === "outside-press" && isOnButton);
        if (!isIgnored) setActivity({ isOpen: open });
      }}
      onOpenChangeComplete={(open) => !open && setIsSettingsOpen(false)}
    >
      <Base.Portal>
        <Base.Positioner anchor={anchor} sideOffset={6} align="end" collisionPadding={8} className="z-50">
          <Base.Popup
            finalFocus={anchor}
            className="rise flex max-h-[min(36rem,calc(100dvh-5rem))] w-[min(25rem,calc(100vw-16px))] flex-col overflow-hidden rounded-md border border-line bg-sheet text-sm text-ink shadow-lg outline-none"
          >
            <PanelHead isSettingsOpen={isSettingsOpen} onToggleSettings={() => setIsSettingsOpen(!isSettingsOpen)} />
            <div className="min-h-0 overflow-auto">{isSettingsOpen ? <NoticeSettings /> : <NoticeList />}</div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
