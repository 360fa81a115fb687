import { useState } from "react";
import { AutoScreen } from "#features/admin/auto.screen.tsx";
import { MakeCodes, NewCodes } from "#features/service/make-codes.tsx";

/** Activation codes, with a button that creates some. */
export function CodesScreen() {
  const [codes, setCodes] = useState<string[]>();
  return (
    <>
      <AutoScreen actions={<MakeCodes onMade={setCodes} />} />
      {codes !== undefined && <NewCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  );
}
