import { version } from "../../package.json";

/** Version of the client as the wire counts it (B-207). */
export const clientVersion = "3.10";

/** Version of this program. */
export const buildVersion = version;
