import { formatString, type Locale, localize, type Text } from "./text.ts";

type Kind = {
  /** The name in a person's notice settings. */
  name: Text;
  /** It cannot be turned off. */
  isFixed?: true;
  /**
   * The text per event, with `{name}` for values of its content; `many` for a notice of several events, with `{times}`. `isEmailed`: it is also sent
   * to the person's confirmed address.
   */
  events: Record<string, { text: Text; many?: Text; isEmailed?: true }>;
};

/** The kinds of notices inside the app. A person can turn off each kind that is not fixed. */
export const noticeKinds = {
  job: {
    name: { zh: "后台任务", en: "Background jobs" },
    events: {
      done: { text: { zh: "任务已完成：{title}", en: "Completed: {title}" } },
      failed: { text: { zh: "任务失败：{title}", en: "Failed: {title}" } },
    },
  },
  work: {
    name: { zh: "工单", en: "Work orders" },
    events: {
      filed: { text: { zh: "{name} 提交了工单“{title}”", en: "{name} filed the work order “{title}”" } },
      answered: {
        text: { zh: "{name} 回复了工单“{title}”", en: "{name} replied to the work order “{title}”" },
        many: {
          zh: "工单“{title}”有 {times} 条新回复，最近一条来自 {name}",
          en: "{times} new replies to the work order “{title}”, the latest from {name}",
        },
      },
      moved: {
        text: { zh: "{name} 将工单“{title}”更新为：{state}", en: "{name} moved the work order “{title}” to: {state}" },
      },
    },
  },
  enquiry: {
    name: { zh: "留言", en: "Enquiries" },
    events: {
      received: {
        isEmailed: true,
        text: { zh: "{name} 发来留言", en: "New enquiry from {name}" },
        many: { zh: "收到 {times} 条新留言，最近一条来自 {name}", en: "{times} new enquiries, the latest from {name}" },
      },
    },
  },
  member: {
    name: { zh: "成员", en: "Members" },
    events: {
      joined: {
        text: { zh: "{name} 接受邀请，加入了空间", en: "{name} accepted the invitation and joined the space" },
      },
      declined: { text: { zh: "{name} 谢绝了邀请", en: "{name} declined the invitation" } },
    },
  },
  storage: {
    name: { zh: "文件容量", en: "File storage" },
    events: {
      nearFull: {
        text: { zh: "空间的文件已用到上限的 {percent}%", en: "Files take up {percent}% of the limit of this space" },
      },
    },
  },
  domain: {
    name: { zh: "自定义域名", en: "Custom domains" },
    events: {
      unproved: {
        text: {
          zh: "自定义域名“{host}”未通过每日检查，{days} 天内不恢复 TXT 记录将停用",
          en: "The custom domain {host} failed its daily check and stops working in {days} {days|day|days} unless you restore its TXT record",
        },
      },
      stopped: {
        text: {
          zh: "自定义域名“{host}”不再通过验证，已停用",
          en: "The custom domain {host} is no longer verified and has stopped working",
        },
      },
    },
  },
  market: {
    name: { zh: "市场", en: "Market" },
    events: {
      submitted: {
        text: {
          zh: "{space} 提交了市场项目“{name}”，等待审核",
          en: "{space} submitted “{name}” to the market for review",
        },
      },
      accepted: { text: { zh: "市场项目“{name}”已通过审核并上架", en: "“{name}” passed review and is in the market" } },
      refused: { text: { zh: "市场项目“{name}”未通过审核", en: "“{name}” did not pass review for the market" } },
    },
  },
  comment: {
    name: { zh: "评论", en: "Comments" },
    events: {
      mentioned: {
        text: {
          zh: "{name} 在页面“{title}”的评论中提到了您",
          en: "{name} mentioned you in a comment on the page “{title}”",
        },
      },
      replied: {
        text: { zh: "{name} 回复了页面“{title}”上的评论", en: "{name} replied to a comment on the page “{title}”" },
        many: {
          zh: "页面“{title}”上的评论有 {times} 条新回复，最近一条来自 {name}",
          en: "{times} new replies to a comment on the page “{title}”, the latest from {name}",
        },
      },
    },
  },
  security: {
    name: { zh: "账号安全", en: "Account security" },
    isFixed: true,
    events: {
      newDevice: {
        text: {
          zh: "您的账号在新设备上登录：{device}",
          en: "Your account was used to sign in on a new device: {device}",
        },
      },
    },
  },
} as const satisfies Record<string, Kind>;

type Kinds = typeof noticeKinds;
export type NoticeKind = keyof Kinds;
export const noticeKindNames = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]];
/** An event of a kind: `work.filed`. */
export type NoticeEvent = { [K in NoticeKind]: `${K}.${keyof Kinds[K]["events"] & string}` }[NoticeKind];

/** The values for the text of a notice; `Text` values are localized. `detail` is the second line of the notice. */
export type NoticeContent = Readonly<Record<string, string | number | Text>>;

/** The kind of an event; undefined for an event that this version of the program does not have. */
export function kindOf(event: string): NoticeKind | undefined {
  const kind = event.split(".")[0]!;
  return noticeKindNames.find((name) => name === kind);
}

/** Retention: notices per person, and days per notice. */
export const maxNotices = 500;
export const noticeDays = 90;

const eventsOf = (kind: NoticeKind): Kind["events"] => noticeKinds[kind].events;

/** Whether an event is also sent by email. */
export const isEmailed = (event: NoticeEvent): boolean => {
  const [kind, name] = event.split(".") as [NoticeKind, string];
  return eventsOf(kind)[name]?.isEmailed === true;
};

/** The text of a notice in one language; undefined for an event that this version of the program does not have. */
export function noticeText(
  { event, content, times }: { event: string; content: NoticeContent; times: number },
  locale: Locale,
): { text: string; detail: string | null } | undefined {
  const kind = kindOf(event);
  if (kind === undefined) return undefined;
  const definition = eventsOf(kind)[event.slice(kind.length + 1)];
  if (definition === undefined) return undefined;
  const { detail, ...values } = localize({ ...content }, locale) as Record<string, string | number>;
  const text = times > 1 && definition.many !== undefined ? definition.many : definition.text;
  return {
    text: formatString(text[locale], { ...values, times }),
    detail: detail === undefined ? null : String(detail),
  };
}
