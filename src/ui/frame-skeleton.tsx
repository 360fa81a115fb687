import type { FrameName } from "#kit/screen.ts";
import type { Locale } from "#kit/text.ts";
import { BrandMark } from "./art/mark.tsx";
import { product } from "./product.ts";
import { Skeleton } from "./skeleton.tsx";

const loading = { zh: "正在加载…", en: "Loading…" };

/** A placeholder for the content of a screen. */
export function ScreenLines({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid max-w-3xl gap-6 py-4">
      <Skeleton className="h-6 w-48" />
      {["w-full", "w-4/5", "w-2/3", "w-full", "w-3/5"].map((width, index) => (
        <div key={index} className="grid gap-2">
          <Skeleton className="w-24" />
          <Skeleton className={`h-9 ${width}`} />
        </div>
      ))}
    </div>
  );
}

/** Widths of the names in the side menu, group by group. */
const menuWidths = [
  ["w-12", "w-20"],
  ["w-12", "w-10", "w-24", "w-20"],
  ["w-24", "w-12", "w-14"],
  ["w-20", "w-28", "w-14"],
];

function ManagementSkeleton({ label }: { label: string }) {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[232px_minmax(0,1fr)]">
      <div className="sticky top-0 flex h-dvh flex-col gap-6 overflow-hidden border-r border-line bg-paper-2 px-3 py-4 max-lg:hidden">
        <div className="side-brand flex items-center gap-2.5 px-2">
          <BrandMark />
          <Skeleton className="w-28" />
        </div>
        {menuWidths.map((widths, index) => (
          <div key={index} className="grid gap-px px-2">
            <Skeleton className="mb-2 h-2.5 w-14" />
            {widths.map((width, position) => (
              <div key={position} className="flex min-h-8 items-center gap-2.5">
                <Skeleton className="size-4" />
                <Skeleton className={width} />
              </div>
            ))}
          </div>
        ))}
      </div>
      <div className="flex min-h-dvh min-w-0 flex-col">
        <div className="flex h-13 items-center gap-2.5 border-b border-line bg-paper px-4 sm:px-6">
          <span className="side-brand lg:hidden">
            <BrandMark />
          </span>
          <Skeleton className="w-32" />
          <span className="flex-1" />
          <Skeleton className="size-7 rounded-full" />
        </div>
        <main className="mx-auto w-full max-w-[1280px] flex-1 px-4 pt-6 pb-10 sm:px-6 lg:px-8">
          <ScreenLines label={label} />
        </main>
      </div>
    </div>
  );
}

function SignInSkeleton({ label, name }: { label: string; name: string }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(480px,5fr)_6fr]">
      <div className="flex flex-col">
        <div className="flex items-center justify-between px-5 py-4 sm:px-10 sm:py-6">
          <span className="side-brand flex min-h-11 items-center gap-2.5 text-lg font-semibold">
            <BrandMark />
            {name}
          </span>
        </div>
        <main className="mx-auto w-full max-w-[420px] flex-1 px-5 pt-[max(24px,9vh)] pb-16">
          <div role="status" aria-label={label} className="grid gap-5">
            <Skeleton className="h-7 w-28" />
            <Skeleton className="h-11" />
            <Skeleton className="h-11" />
            <Skeleton className="h-12" />
          </div>
        </main>
      </div>
      <div aria-hidden="true" className="bg-[var(--plate)] max-lg:hidden" />
    </div>
  );
}

/** A placeholder for the page builder. */
function BuilderSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid h-dvh grid-rows-[48px_1fr] bg-paper">
      <div className="side-brand flex items-center gap-4 border-b border-line px-3">
        <BrandMark />
        <Skeleton className="h-4 w-40" />
        <span className="flex-1" />
        <Skeleton className="h-7 w-24" />
      </div>
      <div className="grid lg:grid-cols-[256px_1fr_304px]">
        <div className="grid content-start gap-3 border-r border-line p-4 max-lg:hidden">
          {["w-3/4", "w-1/2", "w-2/3", "w-3/5", "w-1/2"].map((width, index) => (
            <Skeleton key={index} className={width} />
          ))}
        </div>
        <div className="bg-paper-3 p-10">
          <Skeleton className="h-full w-full" />
        </div>
        <div className="grid content-start gap-4 border-l border-line p-4 max-lg:hidden">
          <Skeleton className="w-1/2" />
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
        </div>
      </div>
    </div>
  );
}

/**
 * The frame of a screen before its data is loaded. It is part of the served page and is replaced when the screen and the person are loaded. It
 * contains nothing personal and has the dimensions of the final frame.
 */
export function FrameSkeleton({ frame, locale }: { frame: FrameName; locale: Locale }) {
  const label = loading[locale];
  if (frame === "management") return <ManagementSkeleton label={label} />;
  if (frame === "builder") return <BuilderSkeleton label={label} />;
  if (frame === "signIn") return <SignInSkeleton label={label} name={product[locale]} />;
  return (
    <main className="side-brand mx-auto grid max-w-[1280px] gap-6 p-8">
      <BrandMark />
      <ScreenLines label={label} />
    </main>
  );
}
