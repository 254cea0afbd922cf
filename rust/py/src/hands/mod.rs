//! Hands: rules, 手牌, and what a win is worth.

mod answers;
mod arguments;
mod batch;
mod call;
mod columns;
mod explain;
mod lists;
mod many;
mod readers;
mod rule;
mod rules;
mod shoupai;
mod steps;
mod texts;
mod values;
mod win;

pub(crate) use batch::hule_batch;
pub(crate) use call::add_hule;
pub(crate) use explain::explain_hule;
pub(crate) use many::hule_many;
pub(crate) use rule::Rule;
pub(crate) use shoupai::{Shoupai, tingpai, xiangting};
pub(crate) use steps::{Hudi, get_defen, get_hudi, get_hupai, get_post_hupai, get_pre_hupai};
pub(crate) use win::{Hule, hule_mianzi, yaku_table};
