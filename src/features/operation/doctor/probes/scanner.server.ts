import { pingScanner } from "#server/files/scanner.server.ts";
import { defineProbe } from "../define-probe.server.ts";

export default defineProbe({
  name: "scanner",
  title: "The virus scanner of uploads answers, if one is set",
  async run({ env: { VIRUS_SCANNER, VIRUS_SCANNER_DOWN } }) {
    if (VIRUS_SCANNER === undefined) return [];
    try {
      await pingScanner(VIRUS_SCANNER);
      return [];
    } catch (error) {
      const consequence =
        VIRUS_SCANNER_DOWN === "refuse" ? "uploads are refused" : "uploads are stored without being checked";
      return [
        {
          problem: `The virus scanner at VIRUS_SCANNER does not answer (${(error as Error).message}): ${consequence}.`,
          mend: "Start clamd, let it listen on this address (TCPSocket, TCPAddr), and open the port to this machine only.",
        },
      ];
    }
  },
});
