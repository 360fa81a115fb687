import { Upload } from "lucide-react";
import { Link } from "react-router";
import type { ListDescription } from "#kit/auto.ts";
import { useText } from "#ui/locale.ts";
import { texts } from "./texts.ts";

/** A link to the import of a list; nothing for people who may not import. */
export function ImportLink({
  description,
  area,
}: {
  /** Unused, but required of components that `lazyControl` loads. */
  id?: string;
  description: Pick<ListDescription, "type" | "isImportable"> | undefined;
  area: string;
}) {
  const t = useText();
  if (description?.isImportable !== true) return null;
  return (
    <Link to={`/${area}/${description.type}/import`} className="button-link">
      <Upload size={16} strokeWidth={1.5} aria-hidden="true" />
      <span className="max-sm:sr-only">{t(texts.title)}</span>
    </Link>
  );
}
