import type { ReactNode } from "react";
import { SourcePicture } from "./source-picture.tsx";
import type { Source } from "./source.ts";

type SourceCardProps = {
  source: Source;
  /** The address of its own picture; "" if it has none. */
  image: string;
  onOpen: () => void;
  children?: ReactNode;
};

/** A source in a list. The whole card can be pressed. */
export function SourceCard({ source, image, onOpen, children }: SourceCardProps) {
  const { name, facts, intro } = source;
  return (
    <li className="gallery-card flex min-w-0 flex-col overflow-hidden rounded-sm border border-line bg-sheet hover:border-ink">
      <SourcePicture source={source} image={image} />
      <div className="grid content-start gap-1 p-3">
        <h3 className="min-w-0 text-sm font-medium break-words">
          <button type="button" className="text-left" onClick={onOpen}>
            {name}
          </button>
        </h3>
        <p className="text-xs text-ink-3">{facts.join(" · ")}</p>
        {intro !== "" && <p className="line-clamp-2 text-xs text-ink-2">{intro}</p>}
        {children}
      </div>
    </li>
  );
}
