// A board in a notebook. Python has the rules and draws the picture; here are the points that can be clicked, over it.

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

function element(name, className, parent) {
  const made = document.createElement(name);
  made.className = className;
  parent.append(made);
  return made;
}

function render({ model, el }) {
  const root = element("div", "tengen-board", el);
  const picture = element("div", "tengen-picture", root);
  const points = element("div", "tengen-points", root);
  const below = element("div", "tengen-below", root);
  const said = element("p", "tengen-said", below);
  said.setAttribute("role", "status");
  const { rows, columns, left, top, cell, width, height } = model.get("layout_of_board");
  Object.assign(points.style, {
    left: `${(100 * left) / width}%`,
    top: `${(100 * top) / height}%`,
    width: `${(100 * cell * columns) / width}%`,
    height: `${(100 * cell * rows) / height}%`,
    gridTemplateColumns: `repeat(${columns}, 1fr)`,
    gridTemplateRows: `repeat(${rows}, 1fr)`,
  });
  points.setAttribute("role", "group");

  const buttons = [];
  for (let point = 0; point < rows * columns; point++) {
    const button = element("button", "tengen-point", points);
    button.type = "button";
    button.tabIndex = point ? -1 : 0; // one stop for the tabulator; arrows go on from there
    button.addEventListener("click", () => model.send({ play: point }));
    button.addEventListener("keydown", (event) => {
      const step = ARROWS[event.key];
      if (!step) return;
      event.preventDefault();
      const row = Math.floor(point / columns) + step[0];
      const column = (point % columns) + step[1];
      if (row < 0 || row >= rows || column < 0 || column >= columns) return;
      button.tabIndex = -1;
      buttons[row * columns + column].tabIndex = 0;
      buttons[row * columns + column].focus();
    });
    buttons.push(button);
  }

  const commands = {};
  for (const name of ["pass", "undo"]) {
    const button = element("button", "tengen-command", below);
    button.type = "button";
    button.textContent = name === "pass" ? "Pass" : "Undo";
    button.addEventListener("click", () => model.send({ [name]: true }));
    commands[name] = button;
  }

  const draw = () => {
    const shown = model.get("shown");
    picture.innerHTML = shown.svg;
    points.setAttribute("aria-label", shown.title);
    said.textContent = shown.said;
    buttons.forEach((button, point) => {
      button.setAttribute("aria-label", shown.names[point]);
      button.classList.toggle("tengen-open", shown.open.includes(point));
    });
    commands.pass.hidden = !shown.may_pass;
    commands.undo.disabled = !shown.may_undo;
  };
  model.on("change:shown", draw);
  draw();
  return () => model.off("change:shown", draw);
}

export default { render };
