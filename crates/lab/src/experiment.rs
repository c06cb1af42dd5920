//! Experiments as data: instances, configurations and limits.

use crate::published::PublishedError;
use crate::{Published, Task};
use fewest_rules::{Located, TextPosition};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::num::{NonZeroU64, NonZeroUsize};
use toml::Spanned;

/// What is run, on what, and what it is compared with.
#[derive(Debug, Clone, PartialEq)]
pub struct Experiment {
    /// The name of its folder of results.
    pub name: String,
    /// The title in reports.
    pub title: String,
    /// A description for readers of the report; may be empty.
    pub about: String,
    /// The folder of the instances within the data folder, if they are levels kept there.
    pub folder: Option<String>,
    /// The instances by name, in the order of the report; without a list all levels of the
    /// published figures. A name may stand for several until they are
    /// [expanded](Self::expanded).
    pub instances: Vec<String>,
    /// The ways to solve them, in the order of the report.
    pub configurations: Vec<Configuration>,
    /// The limits of each run, unless others are asked for.
    pub limits: Limits,
    /// Instances for which the states generated at each bound are plotted.
    pub per_bound: Vec<String>,
    /// The published figures of others.
    pub published: Published,
    /// The published method by whose bounds a group of start values is divided.
    pub relative_to: Option<String>,
    pub(crate) places: Places,
}

/// The places of the parts of an experiment in its text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Places {
    pub(crate) instances: Vec<TextPosition>,
    pub(crate) configurations: Vec<TextPosition>,
    pub(crate) per_bound: Vec<TextPosition>,
}

/// One way to solve instances.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Configuration {
    /// The name in reports.
    pub name: String,
    /// The arguments of `fewest solve` besides the instance and the limits.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// The method of the published figures that it repeats.
    pub published: Option<String>,
    /// How it differs from that method; may be empty.
    #[serde(default)]
    pub note: String,
}

/// The limits of each run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Wall-clock time.
    ///
    /// # Units
    /// Seconds.
    pub seconds: f64,
    /// Memory that the search may use.
    ///
    /// # Units
    /// Mebibytes.
    pub mebibytes: NonZeroU64,
    /// Threads.
    pub threads: NonZeroUsize,
}

/// Why an experiment cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// It is not TOML, or a value is not what it should be.
    #[error("{0}")]
    Toml(String),
    /// A name is given twice.
    #[error("{what} {name:?} is given twice")]
    Twice {
        /// What has the name.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A name stands for nothing.
    #[error("there is no {what} {name:?}")]
    Unknown {
        /// What should have the name.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// The arguments of a configuration do not exist or do not suit the puzzle.
    #[error("the configuration {configuration:?} cannot run: {reason}")]
    Configuration {
        /// The configuration.
        configuration: String,
        /// Why.
        reason: String,
    },
    /// An instance cannot be read.
    #[error("the instance {instance:?} cannot be read: {reason}")]
    Instance {
        /// The instance.
        instance: String,
        /// Why.
        reason: String,
    },
    /// A list or number that must not be empty is.
    #[error("{0}")]
    Empty(&'static str),
    /// The published figures are in a file that cannot be used.
    #[error("{file}: {error}")]
    Published {
        /// The file.
        file: String,
        /// What is wrong with it.
        error: Box<Located<PublishedError>>,
    },
    /// The published figures are in a file that cannot be read.
    #[error("{file}: {error}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why.
        error: std::io::Error,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    title: String,
    #[serde(default)]
    about: String,
    folder: Option<String>,
    instances: Option<Vec<Spanned<String>>>,
    published: Option<Spanned<String>>,
    relative_to: Option<Spanned<String>>,
    limits: Spanned<Limits>,
    #[serde(default)]
    per_bound: Vec<Spanned<String>>,
    #[serde(rename = "configuration")]
    configurations: Vec<Spanned<Configuration>>,
}

impl Experiment {
    /// Reads an experiment named `name`; `file` returns the text of a file that it refers to.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn parse(
        name: &str,
        text: &str,
        file: impl FnOnce(&str) -> std::io::Result<String>,
    ) -> Result<Self, Located<ExperimentError>> {
        let at = |offset| TextPosition::of_offset(text, offset);
        let raw: Raw = toml::from_str(text).map_err(|error: toml::de::Error| {
            let offset = error.span().map_or(0, |span| span.start);
            at(offset).error(ExperimentError::Toml(error.message().to_owned()))
        })?;
        let published = match &raw.published {
            None => Published::default(),
            Some(path) => {
                let (here, name) = (at(path.span().start), || path.get_ref().clone());
                let unreadable = |error| ExperimentError::Unreadable { file: name(), error };
                let text = file(path.get_ref()).map_err(|error| here.error(unreadable(error)))?;
                Published::parse(&text).map_err(|error| {
                    let error = Box::new(error);
                    here.error(ExperimentError::Published { file: name(), error })
                })?
            }
        };
        let limits = *raw.limits.get_ref();
        if !limits.seconds.is_finite() || limits.seconds <= 0.0 {
            let error = ExperimentError::Empty("the time limit must be more than 0 seconds");
            return Err(at(raw.limits.span().start).error(error));
        }
        let parts = |names: Vec<Spanned<String>>| -> (Vec<_>, Vec<_>) {
            names.into_iter().map(|name| (at(name.span().start), name.into_inner())).unzip()
        };
        let (instance_places, instances) = match raw.instances {
            None => {
                let levels = published.levels();
                (vec![TextPosition::START; levels.len()], levels.to_vec())
            }
            Some(instances) => parts(instances),
        };
        unique("the instance", &instance_places, instances.iter().map(String::as_str))?;
        let (per_bound_places, per_bound) = parts(raw.per_bound);
        if instances.is_empty() || raw.configurations.is_empty() {
            let error = ExperimentError::Empty("there must be an instance and a configuration");
            return Err(TextPosition::START.error(error));
        }
        let configurations = raw.configurations.into_iter();
        let (configuration_places, configurations): (Vec<_>, Vec<_>) =
            configurations.map(|one| (at(one.span().start), one.into_inner())).unzip();
        let names = configurations.iter().map(|one: &Configuration| one.name.as_str());
        unique("the configuration", &configuration_places, names)?;
        let methods = published.methods();
        let asked = configuration_places.iter().zip(&configurations);
        let asked = asked.map(|(at, one)| (*at, one.published.as_deref()));
        let relative_to = raw.relative_to.iter();
        let relative_to = relative_to.map(|it| (at(it.span().start), Some(it.get_ref().as_str())));
        for (at, method) in asked.chain(relative_to) {
            if let Some(name) = method.filter(|method| !methods.contains(method)) {
                let (what, name) = ("published method", name.to_owned());
                return Err(at.error(ExperimentError::Unknown { what, name }));
            }
        }
        let places = Places {
            instances: instance_places,
            configurations: configuration_places,
            per_bound: per_bound_places,
        };
        Ok(Self {
            name: name.to_owned(),
            title: raw.title,
            about: raw.about,
            folder: raw.folder,
            instances,
            configurations,
            limits,
            per_bound,
            published,
            relative_to: raw.relative_to.map(Spanned::into_inner),
            places,
        })
    }
}

impl Experiment {
    /// The tasks of one instance, in the order of the configurations, without their puzzle, which
    /// [`Task::of`] adds.
    pub fn tasks(&self, instance: &str) -> impl Iterator<Item = Task> {
        self.configurations.iter().map(move |configuration| Task {
            instance: instance.to_owned(),
            configuration: configuration.name.clone(),
            arguments: configuration.arguments.clone(),
            puzzle: None,
        })
    }
}

pub(crate) fn unique<'a>(
    what: &'static str,
    places: &[TextPosition],
    names: impl Iterator<Item = &'a str>,
) -> Result<(), Located<ExperimentError>> {
    let mut seen = HashSet::new();
    for (at, name) in places.iter().zip(names) {
        if !seen.insert(name) {
            return Err(at.error(ExperimentError::Twice { what, name: name.to_owned() }));
        }
    }
    Ok(())
}
