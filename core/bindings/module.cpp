#include "bindings.hpp"

NB_MODULE(_core, module) {
    using namespace tengen::bindings;
    nb::set_leak_warnings(false);  // the two Color objects live as long as the process
    module.doc() = "The native core of Tengen: rules and heavy work. Private; use the tengen package.";
    bind_board(module);
    bind_text(module);
    bind_jobs(module);
    bind_card(module);
    bind_flips(module);
    bind_net(module);
    bind_answers(module);
    bind_positions(module);
    bind_nogo(module);
    bind_go(module);
    bind_gomoku(module);
    bind_othello(module);
    bind_othello_patterns(module);
}
