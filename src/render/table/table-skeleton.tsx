import { Skeleton } from "#ui/skeleton.tsx";

const widths = ["w-3/5", "w-2/5", "w-1/2", "w-3/4", "w-1/3"];

/** A placeholder while a list loads. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="border border-line bg-sheet">
      {Array.from({ length: 9 }, (_, row) => (
        <div key={row} className="flex h-11 items-center gap-6 border-b border-line px-4 last:border-b-0">
          {Array.from({ length: 5 }, (_unused, cell) => (
            <div key={cell} className={cell === 0 ? "flex-2" : "flex-1 max-sm:nth-[n+3]:hidden"}>
              <Skeleton className={widths[(row + cell * 2) % widths.length]!} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
