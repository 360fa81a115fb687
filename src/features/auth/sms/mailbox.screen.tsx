import { useQuery } from "@tanstack/react-query";
import { relativeTime } from "#kit/relative-time.ts";
import { call } from "#client/call.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { useLocale } from "#ui/locale.ts";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { useTitle } from "#ui/title.ts";
import { SignInPage } from "#features/auth/form/sign-in-page.tsx";
import screen from "./mailbox.screen.ts";

const texts = {
  intro: {
    zh: "未配置短信服务，验证码会显示在这里和终端中。配置后此页面将不再可用。",
    en: "No SMS provider is configured, so codes appear here and in the terminal. This page is not available once a provider is configured.",
  },
  none: { zh: "暂无短信", en: "No messages yet" },
  noneText: {
    zh: "登录或注册时获取的验证码会显示在这里。",
    en: "Codes requested during sign-in or sign-up appear here.",
  },
};

const pollIntervalMs = 2000;

function Messages() {
  const locale = useLocale();
  useTitle(screen.title[locale]);
  const { data, error, refetch } = useQuery({
    queryKey: ["mailbox"],
    queryFn: ({ signal }) => call("GET dev/mailbox", {}, { signal }),
    refetchInterval: pollIntervalMs,
  });
  if (data === undefined)
    return error === null ? <ScreenLoading /> : <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{screen.title[locale]}</h1>
      <p className="mt-2 mb-6 text-sm text-ink-2">{texts.intro[locale]}</p>
      {data.length === 0 ? (
        <EmptyState title={texts.none[locale]} text={texts.noneText[locale]} />
      ) : (
        <ol className="border border-line bg-sheet">
          {data.map(({ id, mobile, code, text, url, sentAt }) => (
            <li key={id} className="grid gap-1 border-b border-line px-5 py-4 last:border-b-0">
              <span className="flex items-baseline justify-between gap-4">
                <span className="font-mono text-sm text-ink-2">{mobile}</span>
                <time dateTime={sentAt} className="text-xs text-ink-3">
                  {relativeTime(sentAt, locale)}
                </time>
              </span>
              {code !== "" && (
                <code className="text-2xl font-medium tracking-[0.15em] tabular-nums select-all">{code}</code>
              )}
              <span className="text-sm text-ink-2">{text}</span>
              {url !== "" && (
                <a href={url} className="link text-sm break-all">
                  {url}
                </a>
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** Messages of the local SMS adapter, for trying Meridian out without a provider. */
export function MailboxScreen() {
  return (
    <SignInPage>
      <Messages />
    </SignInPage>
  );
}
