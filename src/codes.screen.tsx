import { useState } from "react";
import { ListWithButtons } from "#features/admin/list-with-buttons.tsx";
import { MakeCodes, NewCodes } from "#features/service/make-codes.tsx";

/** Activation codes, with a button that creates some. */
export function CodesScreen() {
  const [codes, setCodes] = useState<string[]>();
  return (
    <>
      <ListWithButtons>
        <MakeCodes onMade={setCodes} />
      </ListWithButtons>
      {codes !== undefined && <NewCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  );
}
