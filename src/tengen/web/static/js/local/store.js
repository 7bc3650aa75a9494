// The games of this browser, in IndexedDB. A stored game: {id, created, updated, start, seats, clock, moves, over}, a
// move of it {move, seconds, value}.

const NAME = "tengen";
const STORE = "games";

let opening = null;

function database() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

const unkept = new Map(); // where a private window has no storage, games last as long as the page

export async function storedGame(id) {
  if (unkept.has(id)) return unkept.get(id);
  const games = (await database().catch(() => null))?.transaction(STORE).objectStore(STORE);
  return games && answer(games.get(id));
}

const answer = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export async function removeGame(id) {
  unkept.delete(id);
  const games = (await database().catch(() => null))?.transaction(STORE, "readwrite").objectStore(STORE);
  if (games) await answer(games.delete(id));
}

/** Puts a game on the disk, unless another page of this browser has gone on with it: false. One that was forgotten while
 *  somebody is at it does not come back: it lasts as long as the page. */
export async function storeNext(game) {
  const next = { ...game, revision: (game.revision ?? 0) + 1 };
  try {
    const transaction = (await database()).transaction(STORE, "readwrite");
    const games = transaction.objectStore(STORE);
    const known = await answer(games.get(game.id));
    if (known && known.revision !== game.revision) return false;
    if (known || !game.revision) await answer(games.put(next));
    else unkept.set(game.id, next);
  } catch {
    unkept.set(game.id, next);
  }
  game.revision = next.revision;
  return true;
}
