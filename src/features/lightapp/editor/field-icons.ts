import {
  AtSign,
  Calendar,
  CalendarClock,
  CalendarRange,
  CircleDot,
  Clock,
  Code,
  FileText,
  Film,
  Hash,
  Image,
  Images,
  Link,
  Link2,
  List,
  ListChecks,
  type LucideIcon,
  MapPin,
  Music,
  Palette,
  Phone,
  PilcrowLeft,
  QrCode,
  ShieldCheck,
  SlidersHorizontal,
  Smile,
  SquareCheck,
  Star,
  Tags,
  ToggleLeft,
  Type,
} from "lucide-react";
import type { FieldGroup } from "#kit/field.ts";
import type { FieldTypeInfo } from "../draft/draft.ts";

/** The icon of each group of field types. */
const groupIcons: Record<FieldGroup, LucideIcon> = {
  text: Type,
  number: Hash,
  choice: List,
  time: Calendar,
  file: FileText,
  relation: Link2,
  place: MapPin,
};

/** Icons of types that are not recognised by that of their group. */
const typeIcons: Readonly<Record<string, LucideIcon>> = {
  album: Images,
  audio: Music,
  captcha: ShieldCheck,
  checkbox: SquareCheck,
  checkboxlist: ListChecks,
  code: Code,
  color: Palette,
  colorlist: Palette,
  daterange: CalendarRange,
  datetimepicker: CalendarClock,
  datetimerange: CalendarRange,
  editor: PilcrowLeft,
  email: AtSign,
  icon: Smile,
  image: Image,
  json: Code,
  link: Link,
  mobile: Phone,
  phoneverifiy: Phone,
  qrcode: QrCode,
  radiobutton: CircleDot,
  radiolist: CircleDot,
  rate: Star,
  slider: SlidersHorizontal,
  switch: ToggleLeft,
  tags: Tags,
  timepicker: Clock,
  timerange: Clock,
  url: Link,
  vedio: Film,
};

/** The icon of a field type; one for texts if the type is unknown. */
export const fieldIcon = (info: Pick<FieldTypeInfo, "type" | "group"> | undefined): LucideIcon =>
  info === undefined ? Type : (typeIcons[info.type] ?? groupIcons[info.group]);
