import { Download } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { ImportLink } from "./import/import-link.tsx";

const texts = { export: { zh: "导出", en: "Export" } };

type ListFilesProps = ComponentProps<typeof ImportLink> & {
  /** Unused, but required of components that `lazyControl` loads. */
  id?: string;
  /** Opens the export; undefined for people who may not export here. */
  onExport?: (() => void) | undefined;
};

/** The import link and the export button of a list. */
export function ListFiles({ onExport, ...rest }: ListFilesProps) {
  const t = useText();
  return (
    <>
      <ImportLink {...rest} />
      {onExport !== undefined && (
        <Button onClick={onExport}>
          <Download size={16} strokeWidth={1.5} aria-hidden="true" />
          <span className="max-sm:sr-only">{t(texts.export)}</span>
        </Button>
      )}
    </>
  );
}
