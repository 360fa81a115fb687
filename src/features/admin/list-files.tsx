import { Download } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { ImportLink } from "./import/import-link.tsx";

const texts = { export: { zh: "导出", en: "Export" } };

type ListFilesProps = ComponentProps<typeof ImportLink> & {
  id?: string;
  /** Opens the export; undefined where there is none. */
  onExport?: (() => void) | undefined;
};

/** Import and export of a list. Loaded after the list. */
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
