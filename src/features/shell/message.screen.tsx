import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { themeNames } from "#kit/theme-names.ts";
import { themeTypeOf } from "#kit/theme-type.ts";
import { usePerson } from "#client/person.ts";
import { mayBeSignedIn } from "#client/signed-in-hint.ts";
import { Shell } from "./shell.tsx";
import { BrandMark } from "#ui/art/mark.tsx";
import { Button } from "#ui/button.tsx";
import { FrameSkeleton } from "#ui/frame-skeleton.tsx";
import { chooseLocale, otherLanguage, useLocale, useText } from "#ui/locale.ts";
import { product } from "#ui/product.ts";
import { useTitle } from "#ui/title.ts";
import screen from "./message.screen.ts";

const texts = {
  origin: {
    zh: "以下文字来自您打开的链接，并非本站发布。",
    en: "The text below comes from the link you opened. It was not written by this site.",
  },
  back: { zh: "返回", en: "Back" },
  home: { zh: "返回首页", en: "Back to home" },
};
const styles = {
  success: { Icon: CircleCheck, color: "text-success" },
  error: { Icon: CircleAlert, color: "text-danger" },
  other: { Icon: Info, color: "text-info" },
};

/** The message of the address as plain text. Anybody can create such a link, so the screen presents the text as the link's, not as the site's. */
function Message() {
  const t = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const type = query.get("type");
  const { Icon, color } = styles[type === "success" || type === "error" ? type : "other"];
  const [title, message] = [query.get("title"), query.get("message")];
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-4 py-24 text-center">
      <Icon size={48} strokeWidth={1.25} className={color} aria-hidden="true" />
      <h1 className="text-xl font-semibold">{t(screen.title)}</h1>
      {(title ?? message) !== null && (
        <>
          <p className="text-sm text-ink-2">{t(texts.origin)}</p>
          <blockquote className="grid w-full gap-1 rounded border border-line bg-sheet p-4 text-start">
            {title !== null && <p className="font-medium break-words">{title}</p>}
            {message !== null && <p className="break-words whitespace-pre-line text-ink-2">{message}</p>}
          </blockquote>
        </>
      )}
      <div className="mt-4 flex gap-2">
        <Button onClick={() => void navigate(-1)}>{t(texts.back)}</Button>
        <a href="/index" className="button-link">
          {t(texts.home)}
        </a>
      </div>
    </div>
  );
}

/** The layout of a theme type for visitors: a header with the brand and the name of the theme type. */
function VisitorLayout({ name, children }: { name: string; children: ReactNode }) {
  const locale = useLocale();
  const targetLanguage = otherLanguage[locale];
  return (
    <>
      <header className="flex h-13 items-center gap-2.5 border-b border-line bg-paper px-4 sm:px-6">
        <a href="/index" className="side-brand flex min-h-11 items-center gap-2.5 font-semibold">
          <BrandMark />
          {product[locale]}
        </a>
        <span className="truncate border-l border-line pl-2.5 text-sm text-ink-2">{name}</span>
        <span className="flex-1" />
        <button
          type="button"
          lang={targetLanguage.lang}
          className="min-h-9 rounded-sm px-2.5 text-sm whitespace-nowrap text-ink-2 hover:text-ink pointer-coarse:min-h-11"
          onClick={() => chooseLocale(targetLanguage.locale)}
        >
          {targetLanguage.name}
        </button>
      </header>
      <main className="px-6">{children}</main>
    </>
  );
}

/**
 * Shows the message of its address (B-043): without a layout at /message; elsewhere in the admin frame for people who are signed in, and in the layout
 * of the theme type for visitors (S-026).
 */
export function MessageScreen() {
  const t = useText();
  const locale = useLocale();
  const { pathname } = useLocation();
  const { data: person, isError } = usePerson();
  useTitle(t(screen.title));
  const hasLayout = pathname.split("/").filter(Boolean).length > 1;
  if (!hasLayout)
    return (
      <main className="px-6">
        <Message />
      </main>
    );
  if (person !== undefined)
    return (
      <Shell person={person}>
        <Message />
      </Shell>
    );
  if (mayBeSignedIn() && !isError) return <FrameSkeleton frame="management" locale={locale} />;
  return (
    <VisitorLayout name={t(themeNames[themeTypeOf(pathname) ?? "admin"])}>
      <Message />
    </VisitorLayout>
  );
}
