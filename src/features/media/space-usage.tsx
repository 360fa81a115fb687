import { StorageUsage, useStorage } from "./storage-usage.tsx";

/** The storage used by the space, below the list of files. Empty until it is loaded. */
export function SpaceUsage() {
  const { data } = useStorage();
  return (
    <div className="mt-6 min-h-10 text-sm" aria-busy={data === undefined}>
      {data !== undefined && <StorageUsage {...data} />}
    </div>
  );
}
