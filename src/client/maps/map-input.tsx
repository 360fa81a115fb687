import { MapPin, X } from "lucide-react";
import { useRef, useState } from "react";
import { mapPoint, type MapPoint, pointText } from "#kit/map-point.ts";
import { Button } from "#ui/button.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { Input } from "#ui/input.tsx";
import { useText } from "#ui/locale.ts";

const MapDialog = loadDialogLater(() => import("./map-dialog.tsx").then((file) => file.MapDialog));

const texts = {
  address: { zh: "地址", en: "Address" },
  choose: { zh: "在地图上选择", en: "Choose on the map" },
  change: { zh: "在地图上调整", en: "Change on the map" },
  clear: { zh: "清除位置", en: "Clear location" },
  none: { zh: "尚未选择位置", en: "No place chosen yet" },
};

type Location = MapPoint & { address?: string };

type MapInputProps = {
  id: string;
  value: Location | null;
  maxAddress: number;
  placeholder: string | undefined;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (value: Location | null) => void;
  onBlur: () => void;
};

/** A location: its coordinates, chosen on a map in a dialog, and its address. */
export function MapInput(props: MapInputProps) {
  const { id, value, maxAddress, placeholder, invalid, disabled, describedBy, onChange, onBlur } = props;
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
    onBlur();
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          ref={button}
          id={id}
          disabled={disabled}
          aria-haspopup="dialog"
          aria-invalid={invalid}
          aria-describedby={describedBy}
          onClick={() => setIsOpen(true)}
        >
          <MapPin size={16} strokeWidth={1.5} aria-hidden="true" />
          {t(value === null ? texts.choose : texts.change)}
        </Button>
        <span className={value === null ? "text-sm text-ink-3" : "tabular-nums"}>
          {value === null ? (placeholder ?? t(texts.none)) : pointText(value)}
        </span>
        {value !== null && (
          <Button
            kind="quiet"
            size="icon"
            aria-label={t(texts.clear)}
            disabled={disabled}
            onClick={() => {
              onChange(null);
              button.current?.focus();
            }}
          >
            <X size={16} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        )}
      </div>
      {value !== null && (
        <Input
          id={`${id}-address`}
          aria-label={t(texts.address)}
          placeholder={t(texts.address)}
          maxLength={maxAddress}
          value={value.address ?? ""}
          disabled={disabled}
          onChange={({ target }) => {
            const { address: _address, ...point } = value;
            onChange(target.value === "" ? point : { ...point, address: target.value });
          }}
          onBlur={onBlur}
        />
      )}
      {isOpen && (
        <MapDialog
          start={value}
          onPick={({ latitude, longtitude }) => {
            onChange({ ...value, ...mapPoint(latitude, longtitude) });
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}
