import { Button, type ButtonProps } from "./button.tsx";
import { useText } from "./locale.ts";

const more = { zh: "加载更多", en: "Load more" };

type MoreButtonProps = Pick<ButtonProps, "kind" | "className"> & {
  /** The query of a list that is read page by page. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
};

/** Loads the next page of a list; nothing after the last one. */
export function MoreButton({ query, ...props }: MoreButtonProps) {
  const t = useText();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (!hasNextPage) return null;
  return (
    <Button
      {...props}
      disabled={isFetchingNextPage}
      aria-busy={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {t(more)}
    </Button>
  );
}
