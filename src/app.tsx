// The app's entry: member area, admin framework, builder, sign-in pages. Its routes are in `routes.tsx`.
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { StepUp } from "#features/auth/step-up/step-up.tsx";
import { askToSignInIfUnauthenticated } from "#features/shell/session.ts";
import { CallProblem } from "#client/call.ts";
import { followRights, rereadRights } from "#client/navigation/rights.ts";
import { Questions } from "#ui/confirm.tsx";
import { notify, Toasts } from "#ui/toast.tsx";
import { dropEarlyResponses } from "#client/early.ts";
import { takeArrivalMessage } from "#client/return-address.ts";
import { AppRouter, createAppNavigation } from "./routes.tsx";
import "#ui/app.css";

/** Retries help when no response arrived (status 0) or the server was busy; any other request would fail again. */
const isRetryable = (error: unknown) => error instanceof CallProblem && (error.status === 0 || error.status === 503);

/** Handles every failed call: without a session the person is asked to sign in, and after a refusal their rights are read again. */
function onError(error: unknown): void {
  askToSignInIfUnauthenticated(error);
  if (error instanceof CallProblem && error.status === 403) rereadRights(client);
}

const client = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: { queries: { staleTime: 10_000, retry: (count, error) => count < 2 && isRetryable(error) } },
});

followRights(client);

// The success of a sign-in stays for a second after its page (B-180).
const message = takeArrivalMessage();
if (message !== undefined) notify("success", message.text, { duration: message.duration });

/** ms after which unused early responses are dropped. */
const earlyLifetime = 10_000;
setTimeout(dropEarlyResponses, earlyLifetime);

const navigation = createAppNavigation();

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <AppRouter navigation={navigation} />
      <Questions />
      <StepUp />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
