import { AutoScreen } from "#features/admin/auto.screen.tsx";
import { MakeCodes } from "#features/service/make-codes.tsx";

/** Activation codes, and the way to make some. */
export function CodesScreen() {
  return <AutoScreen actions={<MakeCodes />} />;
}
