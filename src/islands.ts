// The script of public pages: no framework, enhancements only. Every page works without it.
import { showPerson } from "./islands/account.ts";
import { followApp } from "./islands/app.ts";
import { attachIslands } from "./islands/attach.ts";
import { rememberLanguage } from "./islands/language.ts";
import { loadPicturesAhead } from "./islands/pictures.ts";
import { handlePopups } from "./islands/popups.ts";
import { followShell } from "./islands/shell.ts";
import { handleSignIn } from "./islands/sign-in.ts";
import { applyTheme } from "./islands/theme.ts";
// Imported so that the build outputs the fonts; the page's style refers to them.
import "#ui/fonts/geist-mono.woff2?url&no-inline";
import "#ui/fonts/instrument-sans.woff2?url&no-inline";

applyTheme();
followShell();
rememberLanguage();
handlePopups();
handleSignIn();
attachIslands();
loadPicturesAhead();
followApp();
void showPerson();
