import { useSay } from "#ui/locale.ts";
import { Skeleton } from "#ui/skeleton.tsx";

const loading = { zh: "正在打开页面…", en: "Opening the page…" };

/** The workbench while its page is on the way. */
export function WorkbenchSkeleton() {
  const say = useSay();
  return (
    <div role="status" aria-label={say(loading)} className="builder grid h-dvh grid-rows-[48px_1fr] bg-paper">
      <div className="flex items-center gap-4 border-b border-line px-4">
        <Skeleton className="size-6" />
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
        <div className="board-room p-10">
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
