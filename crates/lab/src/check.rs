//! Checks before the first run: lists of instances, arguments, limits.

use crate::experiment::{ExperimentError, Places, unique};
use crate::{Experiment, Limits, Puzzles, Refusal, Task, process};
use fewest_rules::Located;

impl Experiment {
    /// The experiment with one name for each instance: a list of instances is replaced by them.
    ///
    /// A name that is not on this machine, or cannot be read, stays as it is.
    ///
    /// # Errors
    /// If an instance occurs twice, or one whose bounds are to be plotted is missing.
    pub fn expanded(self, puzzles: &dyn Puzzles) -> Result<Self, Located<ExperimentError>> {
        let folder = self.folder.as_deref();
        let arguments = self.configurations.first().map_or(&[][..], |one| &one.arguments);
        let (mut instances, mut places) = (Vec::new(), Vec::new());
        for (name, at) in self.instances.iter().zip(&self.places.instances) {
            let names = puzzles.input(folder, name).map(|_| ());
            let names = names.and_then(|()| puzzles.instances(folder, name, arguments).ok());
            let names = names.unwrap_or_else(|| vec![name.clone()]);
            places.extend(names.iter().map(|_| *at));
            instances.extend(names);
        }
        unique("the instance", &places, instances.iter().map(String::as_str))?;
        for (name, at) in self.per_bound.iter().zip(&self.places.per_bound) {
            if !instances.contains(name) {
                let (what, name) = ("instance", name.clone());
                return Err(at.error(ExperimentError::Unknown { what, name }));
            }
        }
        let places = Places { instances: places, ..self.places };
        Ok(Self { instances, places, ..self })
    }

    /// Checks that every run would begin, or only that of one task: that `fewest solve` has its
    /// arguments, that its instance can be read, and that its puzzle has the engine.
    ///
    /// Instances that are not on this machine are skipped.
    ///
    /// # Errors
    /// The first run that would not begin, with the place of its instance or its configuration.
    pub fn check(
        &self,
        only: Option<&Task>,
        limits: &Limits,
        puzzles: &dyn Puzzles,
    ) -> Result<(), Located<ExperimentError>> {
        let configurations = self.configurations.iter().zip(&self.places.configurations);
        for (configuration, at_configuration) in configurations {
            let arguments = process::arguments(&configuration.arguments, limits);
            for (name, at_instance) in self.instances.iter().zip(&self.places.instances) {
                let is_it = |task: &Task| {
                    task.instance == *name && task.configuration == configuration.name
                };
                let input = puzzles.input(self.folder.as_deref(), name);
                let Some(input) = input.filter(|_| only.is_none_or(is_it)) else { continue };
                puzzles.check(&arguments, &input).map_err(|refusal| match refusal {
                    Refusal::Arguments(reason) => {
                        let configuration = configuration.name.clone();
                        let error = ExperimentError::Configuration { configuration, reason };
                        at_configuration.error(error)
                    }
                    Refusal::Input(reason) => {
                        let instance = name.clone();
                        at_instance.error(ExperimentError::Instance { instance, reason })
                    }
                })?;
            }
        }
        Ok(())
    }
}
