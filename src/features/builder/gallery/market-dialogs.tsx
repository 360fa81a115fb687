import "./gallery.css";
import { MarketDialog } from "./market-dialog.tsx";
import { OfferDialog } from "./offer-dialog.tsx";
import { UpdatesDialog } from "./updates-dialog.tsx";

/** The dialogs of the market. */
const marketDialogs = { market: MarketDialog, offer: OfferDialog, marketUpdates: UpdatesDialog };

/** One of the dialogs of the market. They are loaded together, because most sessions open none. */
export function OpenMarketDialog({ name, onClose }: { name: keyof typeof marketDialogs; onClose: () => void }) {
  const OpenDialog = marketDialogs[name];
  return <OpenDialog onClose={onClose} />;
}
