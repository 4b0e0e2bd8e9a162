/** Which table the page shows and with which token: the demo's, a link's, or one that was pasted in. */

const TABLE = "consigliere.table";
const TOKEN = "consigliere.token";
export const PATIENCE = 60;

/**
 * The session that is known already, or one of the demo table.
 *
 * A link may carry both behind `#`, as `#table=evening&token=…`; what stands there is never sent anywhere.
 *
 * @returns {Promise<{table: string, token: string, demo: boolean} | null>} null where one has to be pasted in
 */
export async function knownSession() {
  const link = new URLSearchParams(location.hash.slice(1));
  if (link.has("table") && link.has("token")) {
    history.replaceState(null, "", location.pathname + location.search);
    return remember(link.get("table"), link.get("token"));
  }
  const table = sessionStorage.getItem(TABLE);
  const token = sessionStorage.getItem(TOKEN);
  if (table && token) return { table, token, demo: false };
  return demoSession(PATIENCE);
}

/**
 * A session of the demo table.
 *
 * @param {number} [patience] how often to ask again, once a second, where the table is being opened anew
 * @returns {Promise<{table: string, token: string, demo: boolean} | null>} null where there is none for us
 */
export async function demoSession(patience = 0) {
  if (document.documentElement.dataset.demo !== "yes") return null;
  const response = await fetch("demo/token", { method: "POST" }).catch(() => null);
  if (response?.status === 200) {
    const { table, token } = await response.json();
    return { table, token, demo: true };
  }
  if (patience <= 0 || response?.status === 403) return null;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return demoSession(patience - 1);
}

/** Asks for a table and a token and keeps them in this tab. */
export function askForSession(why = "") {
  const dialog = document.getElementById("token-dialog");
  const form = document.getElementById("token-form");
  if (why) document.getElementById("token-why").textContent = why;
  dialog.showModal();
  return new Promise((resolve) => {
    form.onsubmit = (event) => {
      event.preventDefault();
      dialog.close();
      const table = document.getElementById("token-table").value.trim();
      resolve(remember(table, document.getElementById("token-value").value.trim()));
      form.reset();
    };
    dialog.oncancel = (event) => event.preventDefault();
  });
}

export function forgetSession() {
  sessionStorage.removeItem(TABLE);
  sessionStorage.removeItem(TOKEN);
}

function remember(table, token) {
  sessionStorage.setItem(TABLE, table);
  sessionStorage.setItem(TOKEN, token);
  return { table, token, demo: false };
}

/** The role and seat that a token names. It is read for display alone; the server decides what it opens. */
export function claims(token) {
  try {
    const text = atob(token.split(".")[1].replace(/-/g, "+").replace(/_/g, "/"));
    const { role, seat } = JSON.parse(text);
    return { role, seat };
  } catch {
    return { role: "", seat: 0 };
  }
}
