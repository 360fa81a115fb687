import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { formatText, type Locale } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { useUrlFor } from "#client/person.ts";
import { Button } from "#ui/button.tsx";
import { QueryContent } from "#ui/query-content.tsx";

const texts = {
  none: { zh: "暂无内容", en: "Nothing here yet" },
  open: { zh: "展开“{name}”", en: "Expand {name}" },
  close: { zh: "收起“{name}”", en: "Collapse {name}" },
  more: { zh: "显示更多", en: "Show more" },
};

/** Rows of one answer of the server. */
const branchSize = 200;

type BranchProps = { source: string; parent: string; label: string; locale: Locale };

function Branch({ source, parent, label, locale }: BranchProps) {
  const [pages, setPages] = useState(1);
  const query = useQuery({
    queryKey: ["table", source, "branch", locale, parent, pages],
    queryFn: async ({ signal }) =>
      (
        await Promise.all(
          Array.from({ length: pages }, (_, index) =>
            call("GET Api/RelationTree/GetTree", { type: source, parent, pageIndex: index + 1 }, { signal }),
          ),
        )
      ).flat(),
  });
  return (
    <QueryContent query={query} height="h-9">
      {(nodes) => (
        <>
          {nodes.length === 0 && <p className="text-sm text-ink-2">{texts.none[locale]}</p>}
          <ul aria-label={label}>
            {nodes.map(({ id, name, hasChildren }) => (
              <Node key={id} {...{ source, id, name, hasChildren, locale }} />
            ))}
          </ul>
          {nodes.length === pages * branchSize && (
            <Button kind="quiet" onClick={() => setPages(pages + 1)}>
              {texts.more[locale]}
            </Button>
          )}
        </>
      )}
    </QueryContent>
  );
}

type NodeProps = { source: string; id: string; name: string; hasChildren: boolean; locale: Locale };

function Node({ source, id, name, hasChildren, locale }: NodeProps) {
  const urlFor = useUrlFor();
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <span className="flex items-center gap-1">
        {hasChildren ? (
          <Button
            kind="quiet"
            size="icon"
            aria-expanded={isOpen}
            aria-label={formatText(isOpen ? texts.close : texts.open, { name })[locale]}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight
              size={16}
              strokeWidth={1.5}
              aria-hidden="true"
              className={`transition-transform ${isOpen ? "rotate-90" : ""}`}
            />
          </Button>
        ) : (
          <span aria-hidden="true" className="size-9 shrink-0" />
        )}
        <Link to={urlFor(`/paas/${source}/edit?id=${id}`)} className="min-w-0 truncate hover:text-brand">
          {name === "" ? "—" : name}
        </Link>
      </span>
      {isOpen && (
        <div className="part-branch">
          <Branch source={source} parent={id} label={name} locale={locale} />
        </div>
      )}
    </li>
  );
}

/** The rows of an entity as a tree on an auto page; a branch is read when it is opened. `id` is unused: `lazyControl` requires it. */
export function EmbeddedTree({ source, name, locale }: { id: string; source: string; name: string; locale: Locale }) {
  return <Branch source={source} parent="top" label={name} locale={locale} />;
}
