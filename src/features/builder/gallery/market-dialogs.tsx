import "./gallery.css";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { MarketDialog } from "./market-dialog.tsx";
import { OfferDialog } from "./offer-dialog.tsx";
import { UpdatesDialog } from "./updates-dialog.tsx";

const OutlineDialog = loadDialogLater(() => import("./outline-dialog.tsx").then((file) => file.OutlineDialog));

/** The dialogs of the market, and of other components that are inserted after a preview. */
const marketDialogs = {
  market: MarketDialog,
  offer: OfferDialog,
  marketUpdates: UpdatesDialog,
  outline: OutlineDialog,
};

/** One of the dialogs of the market. They are loaded together, because most sessions open none. */
export function OpenMarketDialog({ name, onClose }: { name: keyof typeof marketDialogs; onClose: () => void }) {
  const OpenDialog = marketDialogs[name];
  return <OpenDialog onClose={onClose} />;
}
