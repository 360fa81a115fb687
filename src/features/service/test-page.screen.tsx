import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "react-router";
import { buildVersion, clientVersion } from "#kit/version.ts";
import { cachedCall } from "#client/answers/cached-call.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { useTitle } from "#ui/title.ts";
import screen from "./test-page.screen.ts";

const texts = {
  intro: {
    zh: "此页面仅用于测试。以下信息可用于检查安装。",
    en: "This page is for testing only. Use the information below to check the installation.",
  },
  path: { zh: "路径", en: "Path" },
  language: { zh: "语言", en: "Language" },
  client: { zh: "客户端版本", en: "Client version" },
  build: { zh: "程序版本", en: "Build" },
  session: { zh: "会话", en: "Session" },
  signedIn: { zh: "已登录", en: "Signed in" },
  routes: { zh: "主题路由", en: "Theme routes" },
  back: { zh: "返回服务首页", en: "Back to services home" },
};

/** The screen of unknown addresses under /service (S-045, Q-18). Shows the same technical facts as the public test pages, and no data. */
export function TestPageScreen() {
  const t = useText();
  const locale = useLocale();
  const { pathname, search } = useLocation();
  useTitle(t(screen.title));
  const { data: routes = [] } = useQuery({
    queryKey: ["themeRoutes"],
    queryFn: ({ signal }) => cachedCall("GET api/theme/Routes", {}, { signal, key: "theme_routes" }),
  });
  const facts = [
    [texts.path, pathname + search],
    [texts.language, locale],
    [texts.client, clientVersion],
    [texts.build, buildVersion],
    [texts.session, t(texts.signedIn)],
    [texts.routes, routes.map(({ type }) => `/${type}`).join(" ")],
  ] as const;
  return (
    <div className="grid max-w-2xl gap-6">
      <header className="grid gap-2">
        <h1 className="text-2xl font-semibold tracking-tight">{t(screen.title)}</h1>
        <p className="text-ink-2">{t(texts.intro)}</p>
      </header>
      <dl className="border-t border-ink">
        {facts.map(([name, fact]) => (
          <div
            key={name.en}
            className="grid items-baseline gap-x-4 gap-y-1 border-b border-line py-3.5 sm:grid-cols-[160px_minmax(0,1fr)]"
          >
            <dt className="text-ink-2">{t(name)}</dt>
            <dd className="font-mono text-sm break-all">{fact}</dd>
          </div>
        ))}
      </dl>
      <Link to="/service/index" className="button-link justify-self-start">
        {t(texts.back)}
      </Link>
    </div>
  );
}
