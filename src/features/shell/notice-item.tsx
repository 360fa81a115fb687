import {
  Check,
  ClipboardList,
  Globe,
  HardDrive,
  ListChecks,
  type LucideIcon,
  Mail,
  MessageSquare,
  Package,
  ShieldAlert,
  UserPlus,
} from "lucide-react";
import { Link } from "react-router";
import { dateTime } from "#kit/format.ts";
import { relativeTime } from "#kit/relative-time.ts";
import type { NoticeKind } from "#kit/notice.ts";
import { setActivity } from "#client/activity.ts";
import { Button } from "#ui/button.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { type Notice, useMarkRead } from "./use-notices.ts";

const texts = {
  read: { zh: "标为已读", en: "Mark as read" },
  unread: { zh: "未读", en: "Unread" },
};
const icons: Record<NoticeKind, LucideIcon> = {
  job: ListChecks,
  work: ClipboardList,
  enquiry: Mail,
  member: UserPlus,
  storage: HardDrive,
  domain: Globe,
  market: Package,
  comment: MessageSquare,
  security: ShieldAlert,
};

/** The dot of an unread notice; a click marks it as read. */
export function UnreadMark({ notice: { id, text } }: { notice: Notice }) {
  const t = useText();
  const { mutate: markRead, isPending } = useMarkRead();
  return (
    <Button
      kind="quiet"
      size="icon"
      className="group/mark -my-2 shrink-0 self-start"
      aria-label={`${t(texts.read)}: ${text}`}
      title={t(texts.read)}
      disabled={isPending}
      onClick={() => markRead([id])}
    >
      <span aria-hidden="true" className="size-2 rounded-full bg-brand group-hover/mark:hidden" />
      <Check size={16} strokeWidth={1.5} aria-hidden="true" className="hidden group-hover/mark:block" />
    </Button>
  );
}

/** A notice. Following its link marks it as read. */
export function NoticeItem({ notice }: { notice: Notice }) {
  const t = useText();
  const locale = useLocale();
  const { mutate: markRead } = useMarkRead();
  const { id, kind, text, detail, url, createdAt, isRead } = notice;
  const Icon = icons[kind];
  const label = (
    <span className={isRead ? "text-ink-2" : "font-medium text-ink"}>
      {!isRead && <span className="sr-only">{t(texts.unread)} </span>}
      {text}
    </span>
  );
  return (
    <li className="flex gap-3 px-4 py-3">
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-3" />
      <div className="grid min-w-0 flex-1 gap-0.5 break-words">
        {url === null ? (
          <p>{label}</p>
        ) : (
          <Link
            to={url}
            className="underline-offset-3 hover:underline"
            onClick={() => {
              if (!isRead) markRead([id]);
              setActivity({ isOpen: false });
            }}
          >
            {label}
          </Link>
        )}
        {detail !== null && <p className="line-clamp-2 text-ink-3">{detail}</p>}
        <time dateTime={createdAt} title={dateTime(createdAt, "yyyy-MM-dd HH:mm")} className="text-xs text-ink-3">
          {relativeTime(createdAt, locale)}
        </time>
      </div>
      {!isRead && <UnreadMark notice={notice} />}
    </li>
  );
}
