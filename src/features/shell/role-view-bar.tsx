import { Eye } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { formatText } from "#kit/text.ts";
import type { Person } from "#client/person.ts";
import { endRoleView } from "#client/spaces.ts";
import { useText } from "#ui/locale.ts";

const texts = {
  label: { zh: "以角色查看", en: "View as role" },
  viewing: { zh: "正在以角色“{name}”查看，仅可浏览", en: "Viewing as {name}: read-only" },
  gone: { zh: "您查看的角色已删除，不再有任何权限", en: "The role you were viewing as was deleted and has no access" },
  difference: { zh: "权限差异", en: "What is different" },
  end: { zh: "结束查看", en: "Stop viewing" },
};
const buttonClass =
  "inline-flex min-h-7 items-center rounded-sm border border-current px-2.5 whitespace-nowrap hover:bg-on-brand/15 disabled:opacity-60 pointer-coarse:min-h-11";
const frameClasses = {
  management: "",
  // The page builder fills the window, so the bar floats above it, and above its toolbar at the bottom of narrow screens.
  builder:
    "fixed inset-x-0 bottom-0 z-50 mx-auto mb-4 max-lg:bottom-12 w-fit max-w-[calc(100vw-2rem)] rounded-sm shadow-lg",
};

type BarProps = { view: NonNullable<Person["view"]>; frame: keyof typeof frameClasses };

/** Shows that an administrator views the space as a role, with a button that ends the view. */
export function RoleViewBar({ view: { name }, frame }: BarProps) {
  const t = useText();
  const [isEnding, setIsEnding] = useState(false);
  return (
    <section
      aria-label={t(texts.label)}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 bg-brand px-4 py-2 text-sm text-on-brand sm:px-6 print:hidden ${frameClasses[frame]}`}
    >
      <p role="status" className="flex min-w-0 flex-1 basis-60 items-center gap-2 font-medium">
        <Eye size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
        <span className="min-w-0 break-words">
          {name === null ? t(texts.gone) : t(formatText(texts.viewing, { name: t(name) }))}
        </span>
      </p>
      <span className="flex gap-2">
        {name !== null && (
          <Link to="/paas/role/view" className={buttonClass}>
            {t(texts.difference)}
          </Link>
        )}
        <button
          type="button"
          className={buttonClass}
          disabled={isEnding}
          onClick={() => {
            setIsEnding(true);
            endRoleView().catch(() => setIsEnding(false));
          }}
        >
          {t(texts.end)}
        </button>
      </span>
    </section>
  );
}
